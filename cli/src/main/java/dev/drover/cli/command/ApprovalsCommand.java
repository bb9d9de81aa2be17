package dev.drover.cli.command;

import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.ApprovalQuestionView;
import dev.drover.cli.output.DisplayFormats;
import dev.drover.cli.output.JsonLine;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.CliRuntime.Purpose;
import dev.drover.query.SessionQueries;
import dev.drover.spi.store.Catalog.ApprovalEligibility;
import dev.drover.spi.store.Catalog.ApprovalRow;

/// Lists open approvals: the call, its preview, the reason for asking, who may answer and until
/// when.
public final class ApprovalsCommand implements CliCommand {
  private static final CommandOption FULL =
      new CommandOption("--full", "", "all of it, however long it is");
  private static final String MARGIN = "    ";

  private static final int FACT_WIDTH = 13;
  private static final int LONGEST_FACT = 1_000;

  public ApprovalsCommand() {}

  @Override
  public String name() {
    return "approvals";
  }

  @Override
  public String summary() {
    return "lists the questions that wait for a person, or shows one";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(CommandSyntax.Words.oneOrNone("ID"), FULL);
  }

  @Override
  public ExitCode run(CliInvocation call) {
    var words = call.arguments().words();
    var only = words.isEmpty() ? null : call.approval(words.getFirst());
    boolean isEmpty = true;
    var found =
        CliRuntime.openIfPresent(call.loadSettings(), call.environment().time(), Purpose.READ);
    if (found.isPresent()) {
      try (var runtime = found.get()) {
        for (var row : runtime.queries().approvals()) {
          if (only == null || only.equals(row.id())) {
            isEmpty = false;
            show(call, row, runtime.queries());
          }
        }
        for (var question : runtime.drover().questions().open()) {
          if (only == null || only.equals(question.id())) {
            isEmpty = false;
            QuestionLines.show(call, question);
          }
        }
        if (isEmpty && only != null) {
          throw AnswerSubmission.notOpen(runtime, only);
        }
      }
    }
    if (isEmpty && call.outputFormat() == OutputFormat.READABLE) {
      call.out().line("No question is open.");
    }
    return ExitCode.COMPLETED;
  }

  private static void show(CliInvocation call, ApprovalRow row, SessionQueries queries) {
    switch (call.outputFormat()) {
      case JSON -> call.out().json(json(row, queries));
      case READABLE, QUIET -> print(call, row, queries);
    }
  }

  private static JsonLine json(ApprovalRow row, SessionQueries queries) {
    return new JsonLine()
        .with("approval", row.id())
        .with("run", row.run())
        .with("asked", row.askedAt())
        .with("tool", row.tool())
        .with("arguments", queries.read(row.call().arguments()))
        .with("grant", row.grant())
        .with("why", row.why())
        .with("answerers", row.answering().names())
        .with("until", row.answering().until())
        .with("preview", queries.read(row.preview()));
  }

  private static void print(CliInvocation call, ApprovalRow row, SessionQueries queries) {
    var style = call.style();
    var arguments = queries.read(row.call().arguments());
    boolean full = call.arguments().has(FULL);
    call.out().line(style.bold("approval " + row.id()), " " + row.tool());
    fact(call, "asked", "%s by run %s".formatted(DisplayFormats.date(row.askedAt()), row.run()));
    fact(call, "why", row.why());
    fact(call, "arguments", full ? arguments : DisplayFormats.shortened(arguments, LONGEST_FACT));
    fact(call, "answer", answering(row.answering()));
    fact(call, "grant", full ? row.grant() : DisplayFormats.shortened(row.grant(), LONGEST_FACT));
    var preview = queries.read(row.preview()).stripTrailing();
    var view = new ApprovalQuestionView(call.out(), style);
    if (full) {
      view.whole(row.tool(), preview, MARGIN);
    } else {
      view.brief(
          row.tool(), preview, MARGIN, "drover approvals %s --full shows all".formatted(row.id()));
    }
  }

  private static String answering(ApprovalEligibility answering) {
    var who = answering.names().isEmpty() ? "anybody" : String.join(", ", answering.names());
    var until = answering.until();
    return until == null
        ? who + ", for as long as it takes"
        : "%s, until %s".formatted(who, DisplayFormats.date(until));
  }

  private static void fact(CliInvocation call, String name, String value) {
    if (!value.isEmpty()) {
      var label = name + " ".repeat(FACT_WIDTH - 2 - name.length());
      call.out().line("  ", call.style().dim(label), value);
    }
  }
}
