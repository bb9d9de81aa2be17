package dev.drover.runtime.writer;

import dev.drover.codec.UnreadableInput;
import dev.drover.kernel.Input;
import dev.drover.kernel.Problem;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.problem.DroverException;
import dev.drover.runtime.problem.SessionBusy;
import dev.drover.runtime.problem.SessionClosed;
import dev.drover.runtime.problem.SessionDeleted;
import dev.drover.runtime.problem.SessionNotFound;
import dev.drover.runtime.problem.SessionTakenOver;
import dev.drover.spi.PortException;
import dev.drover.spi.store.AppendConflict;
import dev.drover.spi.store.AppendToDeleted;
import dev.drover.spi.store.Inbox;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The one writer of one session. Its loop is the whole data path: take a letter, decide, append,
/// fold, show, start what is due.
///
/// The writer is a role, not a thread, see [MailLoop]: a session that waits for a person, or for
/// its next prompt, costs none.
///
/// It writes only if it may: no run is going, or this process drives it, or the process that drove
/// it is gone. That is advice. The authority is the conditional append: when it is refused, this
/// writer stops what it has under way, forgets what it believed, and reads again.
///
/// [#tell], [#known], [#shown] and [#isDriving] may be called by any thread. All else belongs to
/// the thread that reads the mail.
public final class SessionWriter {
  private static final Logger LOG = LoggerFactory.getLogger(SessionWriter.class);
  private static final int TRIES = 8;
  private static final int INBOX_PAGE = 64;

  private final SessionId session;
  private final Engine engine;
  private final Mailbox mailbox;
  private final MailLoop mail;
  private final Effects effects;
  private final Refunds refunds;
  private final Driving driving = new Driving();
  private final Scribe scribe;
  private final EffectAnswers answers;
  private final UsedKeys keys;
  private final KnownState state;

  private boolean left;

  SessionWriter(SessionId session, Engine engine) {
    this.session = session;
    this.engine = engine;
    this.mailbox = new Mailbox(engine.options().inbox());
    this.mail = new MailLoop(mailbox, this::read);
    this.state = new KnownState(session, engine.loader());
    this.refunds = new Refunds(this, engine);
    this.effects = new Effects(new Stagehand(this, engine, refunds)::start);
    this.scribe = new Scribe(session, engine, state, effects, driving);
    this.answers = new EffectAnswers(scribe, effects, refunds, engine);
    this.keys = new UsedKeys(session, engine);
  }

  SessionId session() {
    return session;
  }

  Mailbox.Admission tell(Letter letter) {
    return mail.tell(letter);
  }

  MailLoop mail() {
    return mail;
  }

  /// As of the last commit in this process; null while it is not loaded.
  public @Nullable SessionState known() {
    return state.held();
  }

  /// Never behind what can be read in the journal; null if it may be.
  @Nullable SessionState shown() {
    return state.shown();
  }

  /// Whether something is going in the session that this process drives.
  boolean isDriving() {
    return driving.isAnything();
  }

  /// Of this process, in which it was the last to write.
  long spell() {
    return scribe.spell();
  }

  private void read(Letter letter) {
    for (int attempt = 1; attempt <= TRIES; attempt++) {
      try {
        take(letter);
        scribe.storeAnswered();
        return;
      } catch (AppendConflict conflict) {
        yieldTo(conflict);
      } catch (AppendToDeleted gone) {
        goIfNobodyWaits();
        refuse(letter, new SessionDeleted(session));
        return;
      } catch (PortException broken) {
        if (!(letter instanceof Letter.Answered)
            || !WriterProblems.mayPass(broken)
            || attempt == TRIES) {
          giveUp(letter, broken);
          return;
        }
        WriterProblems.pause(engine.time(), attempt);
      } catch (Throwable bug) {
        WriterProblems.log(session, bug, engine.redactor());
        if (!(letter instanceof Letter.Answered answered) || !answers.replace(answered, bug)) {
          giveUp(letter, WriterProblems.unexpected("session " + session, bug));
        }
        return;
      }
    }
    refuse(letter, new SessionTakenOver(session));
  }

  private void refuse(Letter letter, DroverException problem) {
    Letters.refuse(letter, problem);
    if (letter instanceof Letter.Answered(var performance, _)) {
      refunds.of(performance);
    }
  }

  private void take(Letter letter) {
    if (left) {
      refuse(letter, new SessionClosed(session));
      if (letter instanceof Letter.Abandoned abandoned) {
        refunds.pass(abandoned);
      }
      return;
    }
    switch (letter) {
      case Letter.Told(var input, var reply) -> reply.complete(told(input));
      case Letter.Offered offered -> Letters.taken(offered, this::look);
      case Letter.Forked(var place, var input, var reply) -> reply.complete(forked(place, input));
      case Letter.Prompted prompted -> Letters.answer(prompted, told(prompted));
      case Letter.Called called -> called.reply().complete(called(called));
      case Letter.Noted(var performance, var note, var reply) ->
          reply.complete(scribe.noted(performance, note));
      case Letter.Regained(var performance, var reply) ->
          reply.complete(scribe.regained(performance));
      case Letter.Answered(var performance, var answer) -> answered(performance, answer);
      case Letter.Abandoned(var effect) -> refunds.give(effect, effects);
      case Letter.Look _ -> look();
      case Letter.TakeOver(var reply) -> reply.complete(takeOver());
      case Letter.Begun(var begun) -> scribe.begun(begun);
      case Letter.Settle(var going, var leaving) -> settle(going, leaving);
      case Letter.Show(var reply) ->
          reply.complete(state.isLoaded() ? new Reply.Committed(state.loaded()) : notFound());
      case Letter.Unload unload -> unload(unload);
      case Letter.Leave(var manner, var parting) -> leave(manner, parting);
      case Letter.End(var reply) -> reply.complete(end());
      case Letter.Delete(var reply) -> reply.complete(delete());
    }
  }

  private void answered(Performance performance, Input answer) {
    if (Letters.givesUp(answer)) {
      // Somebody may have spoken in time, and nobody has listened yet.
      look();
    }
    answers.commit(performance, answer);
  }

  private Reply told(Input input) {
    if (!state.isLoaded()) {
      if (!(input instanceof Input.Opened)) {
        return notFound();
      }
      state.hold(SessionState.NEW);
    }
    if (needsNoDriver(input) || scribe.mayWrite()) {
      return scribe.commit(input, null);
    }
    return input instanceof Input.HandOffRequested ? elsewhere() : forwarded(input);
  }

  /// Changes nothing of a session that exists.
  private Reply forked(SessionState place, Input.Forked input) {
    if (!state.isLoaded()) {
      state.begin(place);
    }
    return scribe.commit(input, null);
  }

  /// Opening changes nothing of a session that exists, and whoever cancels a run that nobody drives
  /// need not be able to drive it.
  private boolean needsNoDriver(Input input) {
    return input instanceof Input.Opened
        || (input instanceof Input.CancelRequested && engine.isFree(session));
  }

  private Reply told(Letter.Prompted letter) {
    if (!state.isLoaded()) {
      return notFound();
    }
    var input = letter.input();
    var earlier = keys.earlier(input);
    if (earlier != null) {
      // Whoever sends it again may have been told that the store broke, and nobody may drive it.
      if (!scribe.mayWrite()) {
        state.forget();
      }
      return earlier;
    }
    if (!scribe.mayWrite()) {
      return input.whenBusy() == WhenBusy.REFUSE ? elsewhere() : forwarded(input);
    }
    var going = state.loaded().running();
    var reply = scribe.commit(input, null);
    if (!(reply instanceof Reply.Committed)) {
      return reply;
    }
    if (going.isPresent() && input.whenBusy() == WhenBusy.STEER) {
      return new Reply.Existing(going.get().run());
    }
    // The first answer is a letter that waits for this thread: if the run has ended already, then
    // because it had nothing left to spend.
    if (state.loaded().isUnfinished(letter.ticket().run())) {
      driving.awaited(letter.ticket());
    } else {
      letter.ticket().lostSight("it has ended");
    }
    return reply;
  }

  private Reply forwarded(Input input) {
    state.forget();
    return engine.forwarding().forward(session, input);
  }

  private Reply called(Letter.Called letter) {
    if (!state.isLoaded() || !scribe.mayWrite()) {
      letter.ticket().lostSight("no call was made");
      return state.isLoaded() ? elsewhere() : notFound();
    }
    // Before it is decided: a call that is refused has ended by then.
    driving.called(letter.ticket());
    boolean isMade = false;
    try {
      var reply = scribe.commit(letter.input(), null);
      isMade = reply instanceof Reply.Committed;
      return reply;
    } finally {
      if (!isMade) {
        driving.dropped(letter.ticket());
      }
    }
  }

  private Reply elsewhere() {
    state.forget();
    return new Reply.Refused(new SessionBusy(session, "another process drives its run"));
  }

  /// What is known here of a session that is not driven here may be old.
  private Letter.Takeover takeOver() {
    if (!driving.isAnything()) {
      state.forget();
    }
    return look();
  }

  /// Takes over what nobody drives, then takes what waits in the inbox.
  private Letter.Takeover look() {
    if (!state.isLoaded()) {
      goIfNobodyWaits();
      return Letter.Takeover.TAKEN;
    }
    if (!scribe.takesCharge()) {
      boolean isAble = engine.driver(state.loaded()) != null;
      state.forget();
      return isAble ? Letter.Takeover.NOT_NOW : Letter.Takeover.UNABLE;
    }
    for (var item : engine.inbox().waiting(session, INBOX_PAGE)) {
      var input = decoded(item);
      if (input instanceof Input.Prompted prompted && keys.earlier(prompted) != null) {
        engine.inbox().settle(session, item.id(), "its key was used before");
      } else if (input instanceof Input.Prompted
          && state.loaded().annals().chain().next() != null) {
        engine.forwarding().passOn(item, state.loaded());
      } else {
        scribe.commit(input, item.id());
      }
    }
    // Something may have waited for its time.
    scribe.act();
    var next = state.loaded().annals().chain().next();
    if (next != null) {
      // Whoever handed on may not have heard that it did, and then nobody drives what goes on.
      engine.tell(next, new Letter.Look());
    }
    return Letter.Takeover.TAKEN;
  }

  private Input decoded(Inbox.Item item) {
    try {
      return engine.inputs().decode(item.body().array());
    } catch (UnreadableInput unreadable) {
      var why = unreadable.problem();
      var detail =
          "input %s of session %s cannot be read: %s".formatted(item.id(), session, why.detail());
      throw new PortException(
          new Problem(why.code(), why.title(), detail, why.remedy()), unreadable);
    }
  }

  private void yieldTo(AppendConflict conflict) {
    var why = "another process has written to the session";
    if (driving.isAnything()) {
      LOG.warn("stopped driving {}: {}", driving, conflict.problem());
      // It may have been this one, which was not told that the store had written.
      scribe.standBack(why, Duration.ZERO);
    } else {
      scribe.suspend(why);
    }
  }

  /// Whoever wanted something is told. Whatever else goes on here goes on, unless it is in doubt
  /// what was written, or what happened cannot be. Then it goes on later, also what was to be ended
  /// here: a run is over when that is written. What others have said is kept, and heard later.
  private void giveUp(Letter letter, PortException broken) {
    boolean isHeardLater = Letters.isAboutInbox(letter) && WriterProblems.mayPass(broken);
    if ((!Letters.isRequest(letter) && !isHeardLater) || !scribe.agreesWithJournal()) {
      if (driving.isAnything()) {
        LOG.error("stopped driving {}: the session cannot be written", driving, broken);
      }
      scribe.standBack(broken);
    } else if (isHeardLater) {
      scribe.lookAgain();
    }
    refuse(letter, UnreadableJournal.forCallers(broken));
  }

  private void unload(Letter.Unload letter) {
    if (!effects.isAtRest()) {
      engine.stays(this);
    } else if (mailbox.retireIfEmpty()) {
      left = true;
      if (state.isWaitedFor()) {
        engine.parked(state.loaded());
      }
      scribe.unload("the session was unloaded");
      engine.forget(this);
    } else {
      // Behind what waits, after which there may be nothing to do.
      mailbox.put(letter);
    }
  }

  private void leave(Letter.Manner manner, Pending<Letter.Parting> parting) {
    var underWay = effects.all();
    long unfinishedAt = 0;
    try {
      switch (manner) {
        case DISCONNECT -> unfinishedAt = state.unfinishedAt();
        case CLOSE -> scribe.endAll();
      }
      letGo("the session was let go of");
    } finally {
      parting.complete(new Letter.Parting(underWay, unfinishedAt));
    }
  }

  private void letGo(String why) {
    mailbox.retire();
    left = true;
    scribe.suspend(why);
    engine.forget(this);
  }

  /// Ends what is driven here. What nobody drives need not be taken over for that.
  private Reply end() {
    if (!state.isLoaded()) {
      return notFound();
    }
    if (!scribe.isOwn() && !engine.isFree(session)) {
      return elsewhere();
    }
    if (scribe.isOwn() && state.loaded().isAnythingGoing()) {
      scribe.commit(Letters.closing(), null);
    }
    return new Reply.Committed(state.loaded());
  }

  private Reply delete() {
    // Somebody may have said something since it was ended.
    var ended = end();
    if (ended instanceof Reply.Committed(var last)) {
      engine.journal().delete(session, last.position().seq());
      letGo("the session was deleted");
    }
    return ended;
  }

  private void settle(Letter.Going going, Pending<List<Performance>> leaving) {
    try {
      if (going == Letter.Going.STOP) {
        scribe.endAll();
      }
    } finally {
      leaving.complete(effects.leaving());
    }
  }

  /// There is no session to write to. Before whoever asked is told so: nothing of it is here then.
  private void goIfNobodyWaits() {
    scribe.suspend("there is no such session");
    if (mailbox.retireIfEmpty()) {
      engine.forget(this);
    }
  }

  private Reply notFound() {
    goIfNobodyWaits();
    return new Reply.Refused(new SessionNotFound(session));
  }
}
