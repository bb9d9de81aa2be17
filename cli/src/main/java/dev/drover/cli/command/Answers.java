package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.screen.JsonLine;
import dev.drover.cli.screen.Wording;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.StoreGuard;
import dev.drover.kernel.Answer;
import dev.drover.kernel.ApprovalId;
import dev.drover.runtime.Approvals;
import dev.drover.runtime.Approvals.Receipt;
import java.util.Locale;

/// Leaves an answer for a run, and reports what became of it in the store. The process that drives
/// the run goes on with it: this one does not.
final class Answers {
  private Answers() {}

  static ExitCode give(Call call, Answer answer) {
    var approval = call.approval(call.arguments().word());
    StoreGuard.requireOwn(call.settings());
    try (var bench = call.existing()) {
      var approvals = bench.drover().approvals();
      var receipt = approvals.answer(approval, answer, call.host().user());
      var next =
          switch (receipt) {
            case COUNTED -> "The process that drives the run goes on with it.";
            case LEFT_IN_INBOX -> goOn(call, bench, approval);
            case ANSWERED_BEFORE -> throw answered(approvals, approval);
            case NOT_OPEN -> throw notOpen(bench, approval);
            case NOT_ALLOWED -> throw notAllowed(call, approval);
            case TOO_LATE -> throw tooLate(approval);
          };
      report(call, approval, answer, receipt, next);
      return ExitCode.COMPLETED;
    }
  }

  private static void report(
      Call call, ApprovalId approval, Answer answer, Receipt receipt, String next) {
    switch (call.view()) {
      case JSON ->
          call.out()
              .json(
                  new JsonLine()
                      .with("approval", approval)
                      .with("session", approval.session())
                      .with("answer", answer instanceof Answer.Yes ? "yes" : "no")
                      .with("receipt", receipt.name().toLowerCase(Locale.ROOT)));
      case READABLE -> {
        var said = answer instanceof Answer.Yes ? "approved" : "denied";
        call.out().line(call.look().green(call.look().signs().good()), " " + said + " " + approval);
        call.out().line("  " + next);
      }
      case QUIET -> {}
    }
  }

  private static String goOn(Call call, Bench bench, ApprovalId approval) {
    var model = bench.archive().state(approval.session()).ownModel();
    return "Nobody drives the run now. Go on with it, with %s: %s %s"
        .formatted(
            model,
            CommandWords.inSameStore(call, "resume", approval.session().value()),
            CommandWords.choosing(model));
  }

  private static Refusal answered(Approvals approvals, ApprovalId approval) {
    var who =
        approvals
            .answered(approval)
            .map(
                given ->
                    "%s answered %s first, at %s: %s"
                        .formatted(given.by(), approval, given.at(), words(given.answer())))
            .orElse("somebody answered " + approval + " first");
    return Refusal.failed(
        "approval_answered",
        Wording.seen(who),
        "This answer changes nothing; see the open questions with 'drover approvals'.");
  }

  private static String words(Answer answer) {
    return switch (answer) {
      case Answer.Yes(var scope) -> "yes, " + scope.name().toLowerCase(Locale.ROOT);
      case Answer.No(var reason, _) -> reason.isEmpty() ? "no" : "no: " + reason;
    };
  }

  private static Refusal notAllowed(Call call, ApprovalId approval) {
    return Refusal.failed(
        "approval_not_allowed",
        "%s may not answer %s; others were named for it".formatted(call.host().user(), approval),
        "Ask one of them to answer; 'drover events %s' shows who.".formatted(approval.session()));
  }

  private static Refusal tooLate(ApprovalId approval) {
    return Refusal.failed(
        "approval_too_late",
        "the time for an answer to %s was over; the call is not made".formatted(approval),
        "Send another prompt if it is still wanted: 'drover run --session %s …'."
            .formatted(approval.session()));
  }

  static Refusal notOpen(Bench bench, ApprovalId approval) {
    boolean isKnown = bench.archive().session(approval.session()).isPresent();
    return Refusal.failed(
        "approval_not_open",
        isKnown
            ? "nobody is asking %s: its run is over, or it was never asked".formatted(approval)
            : "there is no question %s: there is no session %s"
                .formatted(approval, approval.session()),
        "List the open ones with 'drover approvals'.");
  }
}
