package dev.drover.cli.output;

import dev.drover.cli.form.AnswerForm;
import dev.drover.kernel.message.ToolQuestion.Form;

/// Shows a question of a tool: its text, the fields it asks for, and the address to visit. An
/// address is shown whole, because the person has to judge where it leads.
final class FormQuestionView {
  private static final String MARGIN = "  ";

  private final ConsolePrinter out;
  private final TerminalStyle style;

  FormQuestionView(ConsolePrinter out, TerminalStyle style) {
    this.out = out;
    this.style = style;
  }

  /// @param tool its name, or a description of the call
  /// @param schema of the fields; empty if there are none
  void show(Object tool, String text, Form form, String schema) {
    out.gap();
    out.line(style.yellow("?"), " ", tool, style.dim("  asks you"));
    var bar = StyledText.of(MARGIN, style.dim(style.signs().bar()), " ");
    for (var line : text.stripTrailing().split("\n", -1)) {
      out.block(bar, line);
    }
    switch (form) {
      case Form.Confirm _ -> {}
      case Form.Visit(var url) -> out.line(MARGIN, style.dim("address: "), url);
      case Form.Fields _ -> fields(bar, schema);
    }
  }

  private void fields(StyledText bar, String schema) {
    for (var field : AnswerForm.of(schema).fields()) {
      var about = field.description().isEmpty() ? "" : ": " + field.description();
      out.block(
          bar,
          style.bold(oneLine(field.title())),
          style.dim(" (%s)".formatted(oneLine(field.describe()))),
          oneLine(about));
      var choices = field.describeChoices();
      if (!choices.isEmpty()) {
        out.block(bar, MARGIN, style.dim(oneLine(choices)));
      }
    }
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ");
  }
}
