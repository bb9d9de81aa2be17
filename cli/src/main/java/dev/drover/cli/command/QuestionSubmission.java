package dev.drover.cli.command;

import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.DisplayFormats;
import dev.drover.cli.output.JsonLine;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.ForeignStoreCheck;
import dev.drover.kernel.message.ApprovalAnswer.OnDenial;
import dev.drover.kernel.message.ApprovalAnswer.Scope;
import dev.drover.kernel.message.ToolQuestion.Form;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.Text;
import dev.drover.problem.AnswerMissing.AnswerMismatch;
import dev.drover.tool.ToolQuestions.OpenQuestion;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Stores an answer to a question of a tool, if the named call has asked one.
final class QuestionSubmission {
  private QuestionSubmission() {}

  /// @return empty if the call has not asked
  static Optional<ExitCode> accept(CliInvocation call, @Nullable String answer, Scope scope) {
    return give(
        call,
        question -> {
          if (scope != Scope.ONCE) {
            throw refused("an answer to a tool counts once", "Leave out --session and --always.");
          }
          if (answer == null && question.form() instanceof Form.Fields) {
            throw refused(
                "question %s asks for fields".formatted(question.id()),
                "Give them with --answer, as JSON: 'drover approvals %s' shows the schema."
                    .formatted(question.id()));
          }
          return new QuestionAnswer.Accepted(Text.of(answer == null ? "" : answer));
        },
        answer != null);
  }

  /// @return empty if the call has not asked
  static Optional<ExitCode> decline(CliInvocation call, @Nullable String reason, OnDenial then) {
    return give(
        call,
        question -> {
          if (reason != null || then == OnDenial.STOP) {
            throw refused(
                "a tool is told only that its question was declined",
                "Leave out --reason and --stop; 'drover cancel' stops the run.");
          }
          return new QuestionAnswer.Declined();
        },
        false);
  }

  private interface AnswerMaker {
    QuestionAnswer answerTo(OpenQuestion question);
  }

  private static Optional<ExitCode> give(
      CliInvocation call, AnswerMaker maker, boolean isForQuestion) {
    var id = call.approval(call.arguments().word());
    ForeignStoreCheck.requireOwn(call.loadSettings());
    try (var runtime = call.openExisting()) {
      var question = runtime.drover().questions().find(id);
      if (question.isEmpty() && isForQuestion) {
        throw AnswerSubmission.notOpen(runtime, id);
      }
      return question.map(found -> give(call, runtime, found, maker.answerTo(found)));
    }
  }

  private static ExitCode give(
      CliInvocation call, CliRuntime runtime, OpenQuestion question, QuestionAnswer answer) {
    var id = question.id();
    try {
      var receipt =
          runtime
              .drover()
              .questions()
              .answer(id, question.round(), answer, call.environment().user());
      var next =
          switch (receipt) {
            case COUNTED -> "The process that drives the run goes on with it.";
            case LEFT_IN_INBOX -> AnswerSubmission.goOn(call, runtime, id);
            case NOT_ALLOWED -> throw AnswerSubmission.notAllowed(call, id);
            case ANSWERED_BEFORE, NOT_OPEN -> throw AnswerSubmission.notOpen(runtime, id);
            case TOO_LATE ->
                throw refused("the time to answer %s was over".formatted(id), "Nothing is sent.");
          };
      report(call, question, answer, receipt.name().toLowerCase(Locale.ROOT), next);
      return ExitCode.COMPLETED;
    } catch (AnswerMismatch misfit) {
      throw refused(
          DisplayFormats.visible(misfit.problem().detail()),
          "Answer again; the question is still open.");
    }
  }

  private static void report(
      CliInvocation call,
      OpenQuestion question,
      QuestionAnswer answer,
      String receipt,
      String next) {
    switch (call.outputFormat()) {
      case JSON ->
          call.out()
              .json(
                  new JsonLine()
                      .with("question", question.id())
                      .with("session", question.id().session())
                      .with("answer", DisplayFormats.describe(answer))
                      .with("receipt", receipt));
      case READABLE -> {
        var signs = call.style().signs();
        call.out()
            .line(
                call.style().green(signs.good()),
                " %s %s".formatted(DisplayFormats.describe(answer), question.id()));
        call.out().line("  " + next);
      }
      case QUIET -> {}
    }
  }

  private static CliRefusal refused(String detail, String remedy) {
    return CliRefusal.failed("answer_unfit", detail, remedy);
  }
}
