package dev.drover.cli.output;

import dev.drover.kernel.value.Text;
import java.util.Set;

/// The information shown before an answer: the action, the reason for asking, and the rule that a
/// longer approval would add. Head and tail are always shown; omitted lines between them are
/// counted, and can be viewed too.
public final class ApprovalQuestionView {
  private static final Set<String> CHANGING = Set.of("edit", "write", "patch");
  private static final String MARGIN = "  ";
  private static final String RULE = "[s] and [a] add this rule:";
  private static final String HOW_TO_SEE = "v shows all, and so does drover approvals ID --full";

  private final ConsolePrinter out;
  private final TerminalStyle style;

  public ApprovalQuestionView(ConsolePrinter out, TerminalStyle style) {
    this.out = out;
    this.style = style;
  }

  /// Shows the action below its question.
  void brief(String tool, String preview) {
    brief(tool, preview, bar(), HOW_TO_SEE);
  }

  /// @param mark before each line
  /// @param more how to view the omitted part
  public void brief(String tool, String preview, Object mark, String more) {
    excerpt(preview, CHANGING.contains(tool), mark, more);
  }

  /// Shows the rule that a longer approval would add, where such an approval can be given.
  void grant(String rule) {
    if (!rule.isEmpty() && style.isLimited()) {
      out.line(MARGIN, style.dim(RULE));
      excerpt(rule, false, bar(), HOW_TO_SEE);
    }
  }

  private void excerpt(String text, boolean isDifference, Object mark, String more) {
    var excerpt =
        StyledExcerpt.of(
            text,
            style.width() - VisibleText.columns(mark.toString()),
            line -> painted(line, isDifference));
    excerpt.head().forEach(row -> out.block(mark, row));
    if (!excerpt.leftOut().isEmpty()) {
      out.line(
          MARGIN,
          style.yellow(style.signs().more() + " " + excerpt.leftOut() + " left out; " + more));
      excerpt.tail().forEach(row -> out.block(mark, row));
    }
  }

  /// Shows the whole question, of any length.
  ///
  /// @param question with its preview in place
  public void whole(ApprovalQuestion question) {
    if (!(question.preview() instanceof Text.Inline(var preview))) {
      throw new IllegalArgumentException("the preview of " + question.id() + " is kept elsewhere");
    }
    out.line(style.yellow("?"), " ", style.bold(question.tool()), "  ", style.dim(question.why()));
    whole(question.tool(), preview.stripTrailing(), bar());
    if (!question.grant().isEmpty()) {
      out.line(MARGIN, style.dim(RULE));
      out.block(bar(), question.grant());
    }
  }

  /// Shows the whole action.
  ///
  /// @param mark before each line
  public void whole(String tool, String preview, Object mark) {
    for (var line : preview.split("\n", -1)) {
      out.block(mark, painted(line, CHANGING.contains(tool)));
    }
  }

  private StyledText bar() {
    return StyledText.of(MARGIN, style.dim(style.signs().bar()), " ");
  }

  private StyledText painted(String line, boolean isDifference) {
    if (isDifference && line.startsWith("+")) {
      return style.green(line);
    }
    return isDifference && line.startsWith("-") ? style.red(line) : StyledText.of(line);
  }
}
