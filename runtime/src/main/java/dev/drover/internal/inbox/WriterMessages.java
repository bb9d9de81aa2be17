package dev.drover.internal.inbox;

import dev.drover.kernel.machine.Input;
import dev.drover.kernel.value.Text;
import dev.drover.problem.DroverException;
import java.util.List;
import java.util.function.Supplier;

/// Operations on any message.
public final class WriterMessages {
  private WriterMessages() {}

  /// Completes the reply of a message with a problem.
  public static void refuse(WriterMessage message, DroverException problem) {
    switch (message) {
      case WriterMessage.SubmitPrompt prompted ->
          answer(prompted, new WriterReply.Refused(problem));
      case WriterMessage.SubmitDirectCall called -> {
        called.reply().complete(new WriterReply.Refused(problem));
        called.ticket().ownershipLost("no call was made");
      }
      case WriterMessage.SubmitInput(_, var reply) ->
          reply.complete(new WriterReply.Refused(problem));
      case WriterMessage.ConsumeInput(_, var reply) ->
          reply.complete(new WriterReply.Refused(problem));
      case WriterMessage.BeginFork(_, _, var reply) ->
          reply.complete(new WriterReply.Refused(problem));
      case WriterMessage.LoadState(var reply) -> reply.complete(new WriterReply.Refused(problem));
      case WriterMessage.EndRun(var reply) -> reply.complete(new WriterReply.Refused(problem));
      case WriterMessage.Delete(var reply) -> reply.complete(new WriterReply.Refused(problem));
      case WriterMessage.RecordNote(_, _, var reply) ->
          reply.complete(new WriterReply.Refused(problem));
      case WriterMessage.ConfirmOwnership(_, var reply) ->
          reply.complete(new WriterReply.Refused(problem));
      case WriterMessage.TakeOver(var reply) ->
          reply.complete(WriterMessage.TakeoverResult.NOT_NOW);
      case WriterMessage.ListStoppedEffects(_, var leaving) -> leaving.complete(List.of());
      case WriterMessage.ListRunningEffects(var running) -> running.complete(List.of());
      case WriterMessage.Release(_, var report) ->
          report.complete(WriterMessage.ReleaseReport.NOTHING);
      case WriterMessage.EffectAnswered _,
          WriterMessage.EffectAbandoned _,
          WriterMessage.CheckInbox _,
          WriterMessage.SuccessorBegun _,
          WriterMessage.Unload _ -> {}
    }
  }

  /// Consumes what waits in the inbox. Its result is in the store by the time of the reply.
  public static void taken(WriterMessage.ConsumeInput offered, Runnable look) {
    look.run();
    offered.reply().complete(new WriterReply.Forwarded(offered.input()));
  }

  /// Whether it is about items of the inbox, which are still there if it failed.
  public static boolean isAboutInbox(WriterMessage message) {
    return message instanceof WriterMessage.CheckInbox
        || message instanceof WriterMessage.ConsumeInput;
  }

  /// Whether its sender receives a failure, and may repeat the request.
  public static boolean isRequest(WriterMessage message) {
    return switch (message) {
      case WriterMessage.SubmitInput _,
          WriterMessage.ConsumeInput _,
          WriterMessage.BeginFork _,
          WriterMessage.SubmitPrompt _,
          WriterMessage.SubmitDirectCall _,
          WriterMessage.RecordNote _,
          WriterMessage.ConfirmOwnership _,
          WriterMessage.TakeOver _,
          WriterMessage.LoadState _ ->
          true;
      case WriterMessage.EffectAnswered _,
          WriterMessage.EffectAbandoned _,
          WriterMessage.CheckInbox _,
          WriterMessage.SuccessorBegun _,
          WriterMessage.ListStoppedEffects _,
          WriterMessage.ListRunningEffects _,
          WriterMessage.Unload _,
          WriterMessage.Release _,
          WriterMessage.EndRun _,
          WriterMessage.Delete _ ->
          false;
    };
  }

  /// Replies to a prompt. A caller that only waits for the end of the run is woken if there will be
  /// no run.
  public static void answer(WriterMessage.SubmitPrompt prompted, WriterReply reply) {
    prompted.reply().complete(reply);
    if (!(reply instanceof WriterReply.Committed)) {
      prompted.ticket().ownershipLost("no run was started");
    }
  }

  /// Whether it reports that a session no longer waits for another.
  public static boolean givesUp(Input answer) {
    return answer instanceof Input.ApprovalExpired || answer instanceof Input.DeferredCallExpired;
  }

  public static boolean keepsPartial(Input input) {
    return input instanceof Input.CancelRequested || input instanceof Input.CloseRequested;
  }

  /// The same input, with the partial text of the model if that must be kept.
  public static Input withPartial(Input input, Supplier<Text> said) {
    return switch (input) {
      case Input.CancelRequested(var run, var by, var why, _) ->
          new Input.CancelRequested(run, by, why, said.get());
      case Input.CloseRequested(var by, var why, _) ->
          new Input.CloseRequested(by, why, said.get());
      case Input.Opened _,
          Input.Forked _,
          Input.Prompted _,
          Input.ModelAnswered _,
          Input.ModelCallFailed _,
          Input.ModelPostponed _,
          Input.ChecksEnded _,
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
          Input.AccountLimitReached _,
          Input.UndoRequested _,
          Input.Recovered _ ->
          input;
    };
  }

  public static Input closing() {
    return new Input.CloseRequested("close", "the session was closed", Text.EMPTY);
  }
}
