package dev.drover.cli.command;

import dev.drover.Approvals;
import dev.drover.Approvals.Receipt;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.DisplayFormats;
import dev.drover.cli.output.JsonLine;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.ForeignStoreCheck;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.value.ApprovalId;
import java.util.Locale;

/// Stores an answer for a run and reports whether it was accepted. The process that drives the run
/// continues with it, not this process.
final class AnswerSubmission {
  private AnswerSubmission() {}

  static ExitCode give(CliInvocation call, ApprovalAnswer answer) {
    var approval = call.approval(call.arguments().word());
    ForeignStoreCheck.requireOwn(call.loadSettings());
    try (var runtime = call.openExisting()) {
      var approvals = runtime.drover().approvals();
      var receipt = approvals.answer(approval, answer, call.environment().user());
      var next =
          switch (receipt) {
            case COUNTED -> "The process that drives the run goes on with it.";
            case LEFT_IN_INBOX -> goOn(call, runtime, approval);
            case ANSWERED_BEFORE -> throw answered(approvals, approval);
            case NOT_OPEN -> throw notOpen(runtime, approval);
            case NOT_ALLOWED -> throw notAllowed(call, approval);
            case TOO_LATE -> throw tooLate(approval);
          };
      report(call, approval, answer, receipt, next);
      return ExitCode.COMPLETED;
    }
  }

  private static void report(
      CliInvocation call,
      ApprovalId approval,
      ApprovalAnswer answer,
      Receipt receipt,
      String next) {
    switch (call.outputFormat()) {
      case JSON ->
          call.out()
              .json(
                  new JsonLine()
                      .with("approval", approval)
                      .with("session", approval.session())
                      .with("answer", answer instanceof ApprovalAnswer.Yes ? "yes" : "no")
                      .with("receipt", receipt.name().toLowerCase(Locale.ROOT)));
      case READABLE -> {
        var said = answer instanceof ApprovalAnswer.Yes ? "approved" : "denied";
        call.out()
            .line(call.style().green(call.style().signs().good()), " " + said + " " + approval);
        call.out().line("  " + next);
      }
      case QUIET -> {}
    }
  }

  static String goOn(CliInvocation call, CliRuntime runtime, ApprovalId approval) {
    var model = runtime.queries().snapshot(approval.session()).profile().runModel();
    return "No process drives the run. Continue it, with %s: %s %s"
        .formatted(
            model,
            SuggestedCommandLine.inSameStore(call, "resume", approval.session().value()),
            SuggestedCommandLine.choosing(model));
  }

  private static CliRefusal answered(Approvals approvals, ApprovalId approval) {
    var who =
        approvals
            .answered(approval)
            .map(
                given ->
                    "%s answered %s first, at %s: %s"
                        .formatted(given.by(), approval, given.at(), words(given.answer())))
            .orElse("somebody answered " + approval + " first");
    return CliRefusal.failed(
        "approval_answered",
        DisplayFormats.visible(who),
        "This answer changes nothing; see the open questions with 'drover approvals'.");
  }

  private static String words(ApprovalAnswer answer) {
    return switch (answer) {
      case ApprovalAnswer.Yes(var scope) -> "yes, " + scope.name().toLowerCase(Locale.ROOT);
      case ApprovalAnswer.No(var reason, _) -> reason.isEmpty() ? "no" : "no: " + reason;
    };
  }

  static CliRefusal notAllowed(CliInvocation call, ApprovalId approval) {
    return CliRefusal.failed(
        "approval_not_allowed",
        "%s may not answer %s; others were named for it"
            .formatted(call.environment().user(), approval),
        "Ask one of them to answer; 'drover events %s' shows who.".formatted(approval.session()));
  }

  private static CliRefusal tooLate(ApprovalId approval) {
    return CliRefusal.failed(
        "approval_too_late",
        "the time for an answer to %s was over; the call is not made".formatted(approval),
        "Send another prompt if it is still wanted: 'drover run --session %s …'."
            .formatted(approval.session()));
  }

  static CliRefusal notOpen(CliRuntime runtime, ApprovalId approval) {
    boolean isKnown = runtime.queries().session(approval.session()).isPresent();
    return CliRefusal.failed(
        "approval_not_open",
        isKnown
            ? "%s is not an open question: its run is over, or it was never asked"
                .formatted(approval)
            : "there is no question %s: there is no session %s"
                .formatted(approval, approval.session()),
        "List the open ones with 'drover approvals'.");
  }
}
