package dev.drover.tools.patch;

import dev.drover.tools.patch.HunkLocator.Fit;
import dev.drover.tools.patch.PatchHunk.Sign;
import dev.drover.tools.text.IndentationRule;
import dev.drover.tools.text.MatchLeniency;
import dev.drover.tools.workspace.ToolRefusal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// A text with the hunks of a patch applied, and remarks about how they were matched.
///
/// Context lines are taken from the file, not from the patch. Added lines are used unchanged where
/// the hunk matches byte for byte; otherwise they get the line ends and indentation of the
/// surrounding lines.
record PatchResult(String text, List<String> remarks) {
  static PatchResult of(String shown, FileLines lines, List<PatchHunk> hunks) throws ToolRefusal {
    var fits = HunkLocator.of(shown, lines, hunks);
    var result = new ArrayList<String>();
    var remarks = new ArrayList<String>();
    int copied = 0;
    for (int i = 0; i < fits.size(); i++) {
      var fit = fits.get(i);
      var name = "Hunk %d of '%s'".formatted(i + 1, shown);
      result.addAll(lines.raw().subList(copied, fit.at()));
      apply(name, lines, fit, result);
      copied = fit.end();
      remark(name, fit, remarks);
    }
    result.addAll(lines.raw().subList(copied, lines.size()));
    boolean loose = !fits.isEmpty() && !fits.getLast().exact() && copied == lines.size();
    var text = lines.join(result, loose);
    boolean lostMark = lines.hasMark() && !fits.isEmpty() && !fits.getFirst().exact();
    return new PatchResult(lostMark ? FileLines.withMark(text) : text, remarks);
  }

  private static void apply(String name, FileLines lines, Fit fit, List<String> result)
      throws ToolRefusal {
    var rule = fit.exact() ? UnaryOperator.<String>identity() : rule(name, lines, fit);
    int line = fit.at();
    for (var row : fit.hunk().rows()) {
      switch (row.sign()) {
        case KEEP -> result.add(lines.raw().get(line++));
        case DROP -> line++;
        case ADD ->
            result.add(
                fit.exact()
                    ? row.text()
                    : IndentationRule.apply(rule, FileLines.content(row.text()))
                        + lines.endAt(fit.at()));
      }
    }
  }

  private static UnaryOperator<String> rule(String name, FileLines lines, Fit fit)
      throws ToolRefusal {
    var pairs = new ArrayList<IndentationRule.Pair>();
    int line = fit.at();
    for (var row : fit.hunk().rows()) {
      if (row.sign() != Sign.ADD) {
        var quoted = FileLines.content(row.text());
        if (!quoted.isBlank()) {
          pairs.add(
              new IndentationRule.Pair(
                  IndentationRule.of(quoted),
                  IndentationRule.of(FileLines.content(lines.raw().get(line)))));
        }
        line++;
      }
    }
    return IndentationRule.rule(pairs)
        .orElseThrow(
            () ->
                new ToolRefusal(
                    "%s fits at line %d but for its indentation, which differs from line to line."
                        .formatted(name, fit.at() + 1)));
  }

  private static void remark(String name, Fit fit, List<String> remarks) {
    if (fit.how() != MatchLeniency.EXACT) {
      remarks.add(
          "%s was found at line %d with %s.".formatted(name, fit.at() + 1, fit.how().describe()));
    } else if (fit.hunk().location() instanceof PatchHunk.Location.AtLine(var line)
        && !fit.hunk().old().isEmpty()
        && line != fit.at() + 1) {
      remarks.add("%s was found at line %d, not %d.".formatted(name, fit.at() + 1, line));
    }
  }
}
