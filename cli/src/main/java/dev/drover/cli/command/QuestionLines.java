package dev.drover.cli.command;

import dev.drover.cli.output.DisplayFormats;
import dev.drover.cli.output.JsonLine;
import dev.drover.kernel.message.ToolQuestion.Form;
import dev.drover.tool.ToolQuestions.OpenQuestion;

/// Shows an open question of a tool.
final class QuestionLines {
  private QuestionLines() {}

  static void show(CliInvocation call, OpenQuestion question) {
    switch (call.outputFormat()) {
      case JSON -> call.out().json(json(question));
      case READABLE, QUIET -> print(call, question);
    }
  }

  private static JsonLine json(OpenQuestion question) {
    return new JsonLine()
        .with("question", question.id())
        .with("round", question.round())
        .with("run", question.run())
        .with("asked", question.askedAt())
        .with("tool", question.tool())
        .with("text", question.text())
        .with("form", formName(question.form()))
        .with("schema", question.schema().isEmpty() ? null : question.schema())
        .with("url", question.form() instanceof Form.Visit(var url) ? url : null)
        .with("answerers", question.answerers())
        .with("until", question.until());
  }

  private static String formName(Form form) {
    return switch (form) {
      case Form.Confirm _ -> "confirm";
      case Form.Fields _ -> "fields";
      case Form.Visit _ -> "visit";
    };
  }

  private static void print(CliInvocation call, OpenQuestion question) {
    var style = call.style();
    call.out().line(style.bold("question " + question.id()), " " + question.tool());
    fact(
        call,
        "asked",
        "%s by run %s".formatted(DisplayFormats.date(question.askedAt()), question.run()));
    fact(call, "text", question.text());
    switch (question.form()) {
      case Form.Confirm _ -> fact(call, "answer", "drover approve " + question.id());
      case Form.Fields _ -> {
        fact(call, "schema", question.schema());
        fact(call, "answer", "drover approve %s --answer JSON".formatted(question.id()));
      }
      case Form.Visit(var url) -> {
        fact(call, "visit", url);
        fact(call, "answer", "drover approve %s, after the visit".formatted(question.id()));
      }
    }
    fact(call, "refuse", "drover deny " + question.id());
  }

  private static void fact(CliInvocation call, String name, String value) {
    call.out().line("  ", call.style().dim("%-11s".formatted(name)), value);
  }
}
