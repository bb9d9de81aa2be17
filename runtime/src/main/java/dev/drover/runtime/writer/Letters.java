package dev.drover.runtime.writer;

import dev.drover.kernel.Input;
import dev.drover.kernel.Text;
import dev.drover.runtime.problem.DroverException;
import java.util.List;
import java.util.function.Supplier;

/// What can be done with any letter.
final class Letters {
  private Letters() {}

  /// Says to whoever waits for an answer that there is none.
  static void refuse(Letter letter, DroverException problem) {
    switch (letter) {
      case Letter.Prompted prompted -> answer(prompted, new Reply.Refused(problem));
      case Letter.Called called -> {
        called.reply().complete(new Reply.Refused(problem));
        called.ticket().lostSight("no call was made");
      }
      case Letter.Told(_, var reply) -> reply.complete(new Reply.Refused(problem));
      case Letter.Offered(_, var reply) -> reply.complete(new Reply.Refused(problem));
      case Letter.Forked(_, _, var reply) -> reply.complete(new Reply.Refused(problem));
      case Letter.Show(var reply) -> reply.complete(new Reply.Refused(problem));
      case Letter.End(var reply) -> reply.complete(new Reply.Refused(problem));
      case Letter.Delete(var reply) -> reply.complete(new Reply.Refused(problem));
      case Letter.Noted(_, _, var reply) -> reply.complete(new Reply.Refused(problem));
      case Letter.Regained(_, var reply) -> reply.complete(new Reply.Refused(problem));
      case Letter.TakeOver(var reply) -> reply.complete(Letter.Takeover.NOT_NOW);
      case Letter.Settle(_, var leaving) -> leaving.complete(List.of());
      case Letter.Leave(_, var parting) -> parting.complete(Letter.Parting.NOTHING);
      case Letter.Answered _,
          Letter.Abandoned _,
          Letter.Look _,
          Letter.Begun _,
          Letter.Unload _ -> {}
    }
  }

  /// Takes what waits in the inbox. Its fate is in the store by the time of the reply.
  static void taken(Letter.Offered offered, Runnable look) {
    look.run();
    offered.reply().complete(new Reply.Forwarded(offered.input()));
  }

  /// Whether it leads to what waits in the inbox, which is still there when this failed.
  static boolean isAboutInbox(Letter letter) {
    return letter instanceof Letter.Look || letter instanceof Letter.Offered;
  }

  /// Whether somebody asks for something who is told if it cannot be done, and may ask again.
  static boolean isRequest(Letter letter) {
    return switch (letter) {
      case Letter.Told _,
          Letter.Offered _,
          Letter.Forked _,
          Letter.Prompted _,
          Letter.Called _,
          Letter.Noted _,
          Letter.Regained _,
          Letter.TakeOver _,
          Letter.Show _ ->
          true;
      case Letter.Answered _,
          Letter.Abandoned _,
          Letter.Look _,
          Letter.Begun _,
          Letter.Settle _,
          Letter.Unload _,
          Letter.Leave _,
          Letter.End _,
          Letter.Delete _ ->
          false;
    };
  }

  /// Answers a prompt. Whoever waits for the end of its run only is woken if there will be none.
  static void answer(Letter.Prompted prompted, Reply reply) {
    prompted.reply().complete(reply);
    if (!(reply instanceof Reply.Committed)) {
      prompted.ticket().lostSight("no run was started");
    }
  }

  /// Whether it says that nobody waits for somebody any longer.
  static boolean givesUp(Input answer) {
    return answer instanceof Input.ApprovalExpired || answer instanceof Input.CompletionOverdue;
  }

  static boolean keepsPartial(Input input) {
    return input instanceof Input.CancelRequested || input instanceof Input.CloseRequested;
  }

  /// The same input, with what the model has said so far if that is to be kept.
  static Input withPartial(Input input, Supplier<Text> said) {
    return switch (input) {
      case Input.CancelRequested(var run, var by, var why, _) ->
          new Input.CancelRequested(run, by, why, said.get());
      case Input.CloseRequested(var by, var why, _) ->
          new Input.CloseRequested(by, why, said.get());
      case Input.Opened _,
          Input.Forked _,
          Input.Prompted _,
          Input.ModelAnswered _,
          Input.ModelBroke _,
          Input.ModelPostponed _,
          Input.OfCall _,
          Input.FilesFound _,
          Input.TaskFinished _,
          Input.DirectCalled _,
          Input.ClearRequested _,
          Input.CompactRequested _,
          Input.EditRequested _,
          Input.HandOffRequested _,
          Input.CompactionGiven _,
          Input.BudgetsGiven _,
          Input.VerificationGiven _,
          Input.OneShotGiven _,
          Input.DenialGiven _,
          Input.AccountReached _,
          Input.UndoRequested _,
          Input.Recovered _ ->
          input;
    };
  }

  static Input closing() {
    return new Input.CloseRequested("close", "the session was closed", Text.EMPTY);
  }
}
