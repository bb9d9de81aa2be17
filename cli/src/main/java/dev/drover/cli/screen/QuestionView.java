package dev.drover.cli.screen;

import dev.drover.kernel.Text;
import java.util.Set;

/// What a person sees before an answer: what would be done, why somebody is asked, and the rule
/// that an answer for longer would add. Head and tail are always there; what is left out between
/// them is counted, and can be seen as well.
public final class QuestionView {
  private static final Set<String> CHANGING = Set.of("edit", "write", "patch");
  private static final String MARGIN = "  ";
  private static final String RULE = "[s] and [a] add this rule:";
  private static final String HOW_TO_SEE = "v shows all, and so does drover approvals ID --full";

  private final Printer out;
  private final Look look;

  public QuestionView(Printer out, Look look) {
    this.out = out;
    this.look = look;
  }

  /// What would be done, below its question.
  void brief(String tool, String preview) {
    brief(tool, preview, bar(), HOW_TO_SEE);
  }

  /// @param mark before each line
  /// @param more how to see what is left out
  public void brief(String tool, String preview, Object mark, String more) {
    excerpt(preview, CHANGING.contains(tool), mark, more);
  }

  /// The rule is what a yes for longer means. Shown where it can be given.
  void grant(String rule) {
    if (!rule.isEmpty() && look.isLimited()) {
      out.line(MARGIN, look.dim(RULE));
      excerpt(rule, false, bar(), HOW_TO_SEE);
    }
  }

  private void excerpt(String text, boolean isDifference, Object mark, String more) {
    var excerpt =
        Excerpt.of(
            text,
            look.width() - VisibleText.columns(mark.toString()),
            line -> painted(line, isDifference));
    excerpt.head().forEach(row -> out.block(mark, row));
    if (!excerpt.leftOut().isEmpty()) {
      out.line(
          MARGIN,
          look.yellow(look.signs().more() + " " + excerpt.leftOut() + " left out; " + more));
      excerpt.tail().forEach(row -> out.block(mark, row));
    }
  }

  /// All of it, however long it is.
  ///
  /// @param question with its preview in place
  public void whole(Question question) {
    if (!(question.preview() instanceof Text.Inline(var preview))) {
      throw new IllegalArgumentException("the preview of " + question.id() + " is kept elsewhere");
    }
    out.line(look.yellow("?"), " ", look.bold(question.tool()), "  ", look.dim(question.why()));
    whole(question.tool(), preview.stripTrailing(), bar());
    if (!question.grant().isEmpty()) {
      out.line(MARGIN, look.dim(RULE));
      out.block(bar(), question.grant());
    }
  }

  /// All that would be done.
  ///
  /// @param mark before each line
  public void whole(String tool, String preview, Object mark) {
    for (var line : preview.split("\n", -1)) {
      out.block(mark, painted(line, CHANGING.contains(tool)));
    }
  }

  private StyledText bar() {
    return StyledText.of(MARGIN, look.dim(look.signs().bar()), " ");
  }

  private StyledText painted(String line, boolean isDifference) {
    if (isDifference && line.startsWith("+")) {
      return look.green(line);
    }
    return isDifference && line.startsWith("-") ? look.red(line) : StyledText.of(line);
  }
}
