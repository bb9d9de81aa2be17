package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.screen.JsonLine;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.StoreGuard;
import dev.drover.kernel.Answer;
import dev.drover.kernel.ApprovalId;
import java.util.Locale;

/// Leaves an answer for a run, and says what becomes of it. Whoever drives the run goes on with it:
/// this process does not.
final class Answers {
  private Answers() {}

  static ExitCode give(Call call, Answer answer) {
    var approval = call.approval(call.arguments().word());
    StoreGuard.requireOwn(call.settings());
    try (var bench = call.existing()) {
      boolean isFirst = bench.store().inbox().waiting(approval.session(), 1).isEmpty();
      var receipt = bench.drover().approvals().answer(approval, answer, call.host().user());
      var next =
          switch (receipt) {
            case COUNTED -> "The process that drives the run goes on with it.";
            case LEFT_IN_INBOX -> goOn(call, bench, approval, isFirst);
            case NOT_OPEN -> throw notOpen(approval);
            case NOT_ALLOWED -> throw notAllowed(call, approval);
            case TOO_LATE -> throw tooLate(approval);
          };
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
          call.out()
              .line(call.look().green(call.look().signs().good()), " " + said + " " + approval);
          call.out().line("  " + next);
        }
        case QUIET -> {}
      }
      return ExitCode.COMPLETED;
    }
  }

  private static String goOn(Call call, Bench bench, ApprovalId approval, boolean isFirst) {
    var model = bench.archive().state(approval.session()).ownModel();
    return "%sNobody drives the run now. Go on with it, with %s: %s %s"
        .formatted(
            isFirst ? "" : "Another answer was left before; the first one counts. ",
            model,
            CommandWords.inSameStore(call, "resume", approval.session().value()),
            CommandWords.choosing(model));
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

  static Refusal notOpen(ApprovalId approval) {
    return Refusal.failed(
        "approval_not_open",
        "nobody is asking " + approval + ": it was answered before, or its run is over",
        "List the open ones with 'drover approvals'.");
  }
}
