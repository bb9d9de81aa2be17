package dev.drover.internal.session;

import dev.drover.internal.concurrent.PendingResult;
import dev.drover.internal.inbox.EffectHandle;
import dev.drover.internal.inbox.LoadedWriter;
import dev.drover.internal.inbox.Mailbox;
import dev.drover.internal.inbox.WriterMessage;
import dev.drover.internal.inbox.WriterMessages;
import dev.drover.internal.inbox.WriterProblems;
import dev.drover.internal.inbox.WriterReply;
import dev.drover.internal.state.UnreadableJournal;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.DroverException;
import dev.drover.problem.SessionUnavailable.SessionClosed;
import dev.drover.problem.SessionUnavailable.SessionDeleted;
import dev.drover.problem.SessionUnavailable.SessionTakenOver;
import dev.drover.spi.PortException;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.store.WriteRefused.AppendConflict;
import dev.drover.spi.store.WriteRefused.AppendToDeletedSession;
import dev.drover.spi.store.WriteRefused.StoreWentBack;
import dev.drover.spi.time.Time;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The one writer of one session. Its loop is the whole data path: take a message, decide, append,
/// fold, publish, start due effects.
///
/// The writer is a role, not a thread, see [dev.drover.internal.inbox.WriterLoop]: a session that
/// waits for an approval, or for its next prompt, occupies none.
///
/// It writes only if it may, see [SessionOwnership]. That is advice. The authority is the
/// conditional append: when it is refused, this writer stops its effects, discards its state, and
/// loads it again.
///
/// [#submit], [#currentState], [#publishedState] and [#isDriving] may be called by any thread. All
/// else belongs to the thread that reads the mailbox.
public final class SessionWriter implements LoadedWriter {
  private static final Logger LOG = LoggerFactory.getLogger(SessionWriter.class);
  private static final int TRIES = 8;

  private final SessionParts parts;
  private final Time time;
  private final SecretRedactor redactor;

  /// @param assembler creates the parts of this writer
  public SessionWriter(Assembler assembler, Time time, SecretRedactor redactor) {
    this.time = time;
    this.redactor = redactor;
    this.parts = assembler.assemble(this, this::read);
  }

  /// Creates the parts of a writer.
  public interface Assembler {
    /// @param reader handles one message
    SessionParts assemble(LoadedWriter writer, MessageReader reader);
  }

  /// Handles one message.
  public interface MessageReader {
    void read(WriterMessage message);
  }

  @Override
  public SessionId session() {
    return parts.state().session();
  }

  @Override
  public Mailbox.Admission submit(WriterMessage message) {
    return parts.mail().submit(message);
  }

  @Override
  public @Nullable SessionState currentState() {
    return parts.state().currentState();
  }

  @Override
  public @Nullable SessionState publishedState() {
    return parts.state().publishedState();
  }

  @Override
  public boolean isDriving() {
    return parts.driving().hasWork();
  }

  private void read(WriterMessage message) {
    for (int attempt = 1; attempt <= TRIES; attempt++) {
      try {
        handle(message);
        parts.suspension().storeAnswered();
        return;
      } catch (StoreWentBack alarm) {
        // Reading again would continue from an earlier state, and repeat what was done since.
        LOG.error("stopped driving {}: {}", parts.driving(), alarm.problem());
        parts.suspension().suspend(alarm.problem().toString());
        refuse(message, UnreadableJournal.forCallers(alarm));
        return;
      } catch (AppendConflict conflict) {
        yieldOwnership(conflict);
      } catch (AppendToDeletedSession gone) {
        parts.release().leaveIfUnused();
        refuse(message, new SessionDeleted(session()));
        return;
      } catch (PortException broken) {
        if (!(message instanceof WriterMessage.EffectAnswered)
            || !WriterProblems.mayPass(broken)
            || attempt == TRIES) {
          giveUp(message, broken);
          return;
        }
        WriterProblems.pause(time, attempt);
      } catch (Throwable bug) {
        WriterProblems.log(session(), bug, redactor);
        if (!(message instanceof WriterMessage.EffectAnswered answered)
            || !parts.answers().replace(answered, bug)) {
          giveUp(message, WriterProblems.unexpected("session " + session(), bug));
        }
        return;
      }
    }
    refuse(message, new SessionTakenOver(session()));
  }

  private void refuse(WriterMessage message, DroverException problem) {
    WriterMessages.refuse(message, problem);
    if (message instanceof WriterMessage.EffectAnswered(var performance, _)) {
      parts.refunds().release(performance);
    }
  }

  private void handle(WriterMessage message) {
    if (parts.release().hasLeft()) {
      refuse(message, new SessionClosed(session()));
      if (message instanceof WriterMessage.EffectAbandoned abandoned) {
        parts.refunds().pass(abandoned);
      }
      return;
    }
    var requests = parts.requests();
    switch (message) {
      case WriterMessage.SubmitInput(var input, var reply) -> reply.complete(requests.input(input));
      case WriterMessage.ConsumeInput offered ->
          WriterMessages.taken(offered, this::takeOverAndReadInbox);
      case WriterMessage.BeginFork(var place, var input, var reply) ->
          reply.complete(requests.fork(place, input));
      case WriterMessage.SubmitPrompt prompted ->
          WriterMessages.answer(prompted, requests.prompt(prompted));
      case WriterMessage.SubmitDirectCall called -> called.reply().complete(requests.call(called));
      case WriterMessage.RecordNote(var performance, var note, var reply) ->
          reply.complete(noted(performance, note));
      case WriterMessage.ConfirmOwnership(var performance, var reply) ->
          reply.complete(parts.committer().regained(parts.effects().isUnderWay(performance)));
      case WriterMessage.EffectAnswered(var performance, var answer) ->
          answered(performance, answer);
      case WriterMessage.EffectAbandoned(var effect) ->
          parts.refunds().releaseUnlessRestarted(effect, parts.effects());
      case WriterMessage.CheckInbox _ -> takeOverAndReadInbox();
      case WriterMessage.TakeOver(var reply) ->
          reply.complete(parts.inbox().readAgain(parts.release()));
      case WriterMessage.SuccessorBegun(var begun) -> parts.ownership().begun(begun);
      case WriterMessage.ListStoppedEffects(var going, var leaving) -> settle(going, leaving);
      case WriterMessage.ListRunningEffects(var listed) -> listed.complete(runningEffects());
      case WriterMessage.LoadState(var reply) -> reply.complete(requests.show());
      case WriterMessage.Unload unload -> parts.release().unload(unload);
      case WriterMessage.Release(var mode, var report) ->
          parts.release().leave(mode, report, parts.ownership());
      case WriterMessage.EndRun(var reply) -> reply.complete(requests.end());
      case WriterMessage.Delete(var reply) -> reply.complete(requests.delete());
    }
  }

  private List<EffectHandle> runningEffects() {
    return List.copyOf(parts.effects().all());
  }

  private WriterMessage.TakeoverResult takeOverAndReadInbox() {
    return parts.inbox().read(parts.release());
  }

  private WriterReply noted(EffectHandle performance, Input note) {
    boolean isExpected =
        parts.effects().isUnderWay(performance)
            || (note instanceof Input.FilesFound && parts.ownership().isOwn());
    return parts.committer().noted(note, isExpected);
  }

  private void answered(EffectHandle performance, Input answer) {
    if (WriterMessages.givesUp(answer)) {
      // An answer may have arrived in time and not be consumed yet.
      takeOverAndReadInbox();
    }
    parts.answers().commit(performance, answer);
  }

  private void settle(
      WriterMessage.ActiveRunAction going, PendingResult<List<EffectHandle>> leaving) {
    try {
      if (going == WriterMessage.ActiveRunAction.STOP) {
        parts.ownership().endAll();
      }
    } finally {
      leaving.complete(List.copyOf(parts.effects().stoppedEffects()));
    }
  }

  private void yieldOwnership(AppendConflict conflict) {
    var why = "another process has written to the session";
    if (isDriving()) {
      LOG.warn("stopped driving {}: {}", parts.driving(), conflict.problem());
      // The other writer may be this one, if the store did not acknowledge an append.
      parts.suspension().standBack(why, Duration.ZERO);
    } else {
      parts.suspension().suspend(why);
    }
  }

  /// Reports a failure to the sender. Other work continues, unless it is uncertain what was
  /// appended, or an event could not be appended. Then the work continues later, including work
  /// that was to be ended here: a run is over when its end is appended. Messages from other
  /// sessions are kept and consumed later.
  private void giveUp(WriterMessage message, PortException broken) {
    boolean isTakenLater = WriterMessages.isAboutInbox(message) && WriterProblems.mayPass(broken);
    if ((!WriterMessages.isRequest(message) && !isTakenLater)
        || !parts.committer().reconcileWithJournal()) {
      if (isDriving()) {
        LOG.error("stopped driving {}: the session cannot be written", parts.driving(), broken);
      }
      parts.suspension().standBack(broken);
    } else if (isTakenLater) {
      parts.suspension().lookAgain();
    }
    refuse(message, UnreadableJournal.forCallers(broken));
  }
}
