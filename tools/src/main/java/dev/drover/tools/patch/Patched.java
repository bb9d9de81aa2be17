package dev.drover.tools.patch;

import dev.drover.tools.patch.Fitting.Fit;
import dev.drover.tools.patch.Hunk.Sign;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.text.Indentation;
import dev.drover.tools.text.Leniency;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// A text with the hunks of a patch applied, and what is to be said about how they fitted.
///
/// Lines that stay are taken from the file, not from the patch. Lines that come are taken as they
/// are where the hunk fits byte for byte; else they end as the lines there do, and are indented as
/// those are.
record Patched(String text, List<String> remarks) {
  static Patched of(String shown, FileLines lines, List<Hunk> hunks) throws Obstacle {
    var fits = Fitting.of(shown, lines, hunks);
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
    return new Patched(lostMark ? FileLines.withMark(text) : text, remarks);
  }

  private static void apply(String name, FileLines lines, Fit fit, List<String> result)
      throws Obstacle {
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
                    : Indentation.apply(rule, FileLines.content(row.text()))
                        + lines.endAt(fit.at()));
      }
    }
  }

  private static UnaryOperator<String> rule(String name, FileLines lines, Fit fit) throws Obstacle {
    var pairs = new ArrayList<Indentation.Pair>();
    int line = fit.at();
    for (var row : fit.hunk().rows()) {
      if (row.sign() != Sign.ADD) {
        var quoted = FileLines.content(row.text());
        if (!quoted.isBlank()) {
          pairs.add(
              new Indentation.Pair(
                  Indentation.of(quoted),
                  Indentation.of(FileLines.content(lines.raw().get(line)))));
        }
        line++;
      }
    }
    return Indentation.rule(pairs)
        .orElseThrow(
            () ->
                new Obstacle(
                    "%s fits at line %d but for its indentation, which differs from line to line."
                        .formatted(name, fit.at() + 1)));
  }

  private static void remark(String name, Fit fit, List<String> remarks) {
    if (fit.how() != Leniency.EXACT) {
      remarks.add(
          "%s was found at line %d with %s.".formatted(name, fit.at() + 1, fit.how().words()));
    } else if (fit.hunk().spot() instanceof Hunk.Spot.AtLine(var line)
        && !fit.hunk().old().isEmpty()
        && line != fit.at() + 1) {
      remarks.add("%s was found at line %d, not %d.".formatted(name, fit.at() + 1, line));
    }
  }
}
