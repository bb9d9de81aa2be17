package dev.drover.runtime.writer;

import dev.drover.kernel.Decision;
import dev.drover.kernel.Decision.Why;
import dev.drover.kernel.Input;
import dev.drover.kernel.Phase;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionMachine;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.TakeoverCause;
import dev.drover.kernel.Text;
import dev.drover.spi.PortException;
import dev.drover.spi.store.AppendConflict;
import dev.drover.spi.store.Entry;
import dev.drover.spi.store.InputId;
import dev.drover.spi.store.Journal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The hand of one session's writer: decides, appends, folds, shows, starts what is due. And who
/// may do so: this process, if it drives what is going, or if the process that drove it is gone.
/// Belongs to the session's writer.
final class Scribe {
  private final SessionId session;
  private final Engine engine;
  private final KnownState state;
  private final Effects effects;
  private final Driving driving;
  private final Aftermath aftermath;
  private final HookNews news;
  private final UsageNews usage;
  private final Continuation continuation;
  private final Pen pen;
  private final WaitLog waits;
  private final Supplier<Text> partial;
  private final RetryBackoff backoff = new RetryBackoff();

  /// In which this process has written last; none if it has not.
  private long spell = -1;

  Scribe(SessionId session, Engine engine, KnownState state, Effects effects, Driving driving) {
    this.session = session;
    this.engine = engine;
    this.state = state;
    this.effects = effects;
    this.driving = driving;
    this.aftermath = new Aftermath(session, engine, driving);
    this.news = new HookNews(session, engine);
    this.usage = new UsageNews(engine);
    this.continuation = new Continuation(engine);
    this.pen = new Pen(session, engine);
    this.waits = new WaitLog(session, engine.quotas());
    this.partial = () -> engine.texts().of(effects.saidSoFar());
  }

  /// Whether this process has written last, as far as it knows, and need not take over anything.
  boolean isOwn() {
    var now = state.held();
    return now != null && driving.covers(now);
  }

  long spell() {
    return spell;
  }

  SessionId session() {
    return session;
  }

  /// Decides what follows from an input, makes it durable, and lets the world act.
  ///
  /// @param consumed the item of the inbox that it was, if it was one
  Reply commit(Input given, @Nullable InputId consumed) {
    var input = redacted(given);
    var before = state.loaded();
    return switch (SessionMachine.decide(before, input, engine.time().now())) {
      case Decision.Ignore(var why, var detail) -> {
        requireUpToDate(before);
        engine.ignored(session, input, detail);
        if (consumed != null) {
          engine.inbox().settle(session, consumed, detail);
        }
        yield new Reply.Ignored(why, detail);
      }
      case Decision.Commit commit -> {
        state.hide();
        long current = engine.presence().spell();
        var successor = continuation.of(before, commit);
        var lines = pen.write(before, commit, successor, consumed);
        state.hold(commit.next());
        spell = current;
        settle(before, commit, lines);
        if (successor != null) {
          begin(successor.next());
        }
        yield new Reply.Committed(commit.next());
      }
    };
  }

  /// Whoever writes is refused if another process has written meanwhile. Whoever finds that there
  /// is nothing to write must look for itself: an input is ignored for good.
  private void requireUpToDate(SessionState known) {
    long seq = known.position().seq();
    var tail = engine.journal().read(session, seq, 1).map(Journal.Slice::tail).orElse(seq);
    if (tail > seq) {
      throw new AppendConflict(session, seq, tail);
    }
  }

  /// What an effect has to say before it ends.
  Reply noted(Performance performance, Input note) {
    return effects.isUnderWay(performance) || (note instanceof Input.FilesFound && isOwn())
        ? commit(note, null)
        : nobodyWaits();
  }

  /// This process was away for longer than it had said, and others may have taken it for dead.
  /// Throws if one of them has written.
  Reply regained(Performance performance) {
    if (!effects.isUnderWay(performance)) {
      return nobodyWaits();
    }
    requireUpToDate(state.loaded());
    return new Reply.Committed(state.loaded());
  }

  private static Reply nobodyWaits() {
    return new Reply.Ignored(Why.STALE, "nobody waits for it any more");
  }

  /// The events are durable: now the world may know, and act.
  private void settle(SessionState before, Decision.Commit commit, List<Entry> lines) {
    boolean isOver = aftermath.spread(commit.entries(), lines);
    news.tell(before, commit.next(), commit.entries());
    usage.show(before, commit.next());
    act();
    if (isOver && commit.next().phase() instanceof Phase.Idle) {
      engine.becameIdle(session, commit.next());
    }
    engine.correspondence().wake(before, commit);
    driving.tellOfEnds();
  }

  /// Starts what is due, and sees to it that somebody comes back for what has to wait. What another
  /// process drives, or nobody, is not begun here.
  void act() {
    var now = state.loaded();
    if (!driving.covers(now)) {
      return;
    }
    engine.alarms().set(session, effects.agreeWith(now));
    if (driving.isAnything() && effects.isEmpty()) {
      engine.parked(now);
      waits.parked(now);
    } else {
      engine.unparked(session);
    }
  }

  /// The successor is durable, and this process drives it.
  private void begin(SessionState successor) {
    var next = Objects.requireNonNull(successor.profile().session());
    engine.tell(next, new Letter.Begun(successor));
  }

  /// This process has just written the beginning of the session.
  void begun(SessionState now) {
    if (state.held() == null) {
      state.hold(now);
    }
    // Unless somebody here was faster and has taken it over.
    if (state.loaded().position().seq() == now.position().seq()) {
      driving.takeOver(now);
      act();
    }
  }

  /// Whether this process may write, taking over what is going if its process is gone. Whoever was
  /// not driven may have been told something that nobody has heard, and waits for that: so this
  /// process looks into the inbox next.
  boolean mayWrite() {
    if (driving.covers(state.loaded())) {
      return true;
    }
    boolean isTakenOver = takeOver();
    if (isTakenOver) {
      engine.tell(session, new Letter.Look());
    }
    return isTakenOver;
  }

  /// The same for whoever looks into the inbox anyway, or has no need to.
  boolean takesCharge() {
    return driving.covers(state.loaded()) || takeOver();
  }

  /// @return false if another process drives it, or nobody here can
  private boolean takeOver() {
    if (engine.driver(state.loaded()) == null || !engine.isFree(session)) {
      return false;
    }
    boolean wasHere = engine.isParked(session, state.loaded());
    driving.takeOver(state.loaded());
    if (!wasHere) {
      recover();
    }
    act();
    return true;
  }

  /// Until it is written that this process has taken over, nothing is done here: what was begun may
  /// have happened.
  private void recover() {
    boolean isRecovered = false;
    try {
      var course = engine.options().course();
      commit(new Input.Recovered(engine.owner().value(), course, cause()), null);
      isRecovered = true;
    } finally {
      if (!isRecovered) {
        driving.letGo("the session was not taken over");
      }
    }
  }

  /// A process that died while everything waited has lost nothing.
  private TakeoverCause cause() {
    var wakes = state.loaded().wakeAt();
    boolean waits = wakes == null || wakes.isAfter(engine.time().now());
    return waits || engine.presence().isLetGo(session) ? TakeoverCause.MOVE : TakeoverCause.CRASH;
  }

  /// Ends what is going, if that is this process' business.
  void endAll() {
    if (state.isLoaded() && state.loaded().isAnythingGoing() && takesCharge()) {
      commit(Letters.closing(), null);
    }
  }

  /// Whether nothing was written but what this process knows of. Then that is shown again.
  boolean agreesWithJournal() {
    var now = state.held();
    if (now == null) {
      return false;
    }
    try {
      long seq = now.position().seq();
      boolean agrees =
          engine.journal().read(session, seq, 1).filter(slice -> slice.tail() == seq).isPresent();
      if (agrees) {
        state.hold(now);
      }
      return agrees;
    } catch (PortException unreadable) {
      return false;
    }
  }

  /// Stops driving, without a word in the journal: whoever opens the session next goes on.
  void suspend(String why) {
    engine.alarms().silence(session);
    engine.unparked(session);
    driving.run().ifPresent(engine.quotas()::release);
    unload(why);
  }

  /// Stops driving for now. Whoever has written instead of this process drives what is going; if
  /// nobody has, because the store was away or could not say that it had written, nobody would: so
  /// this process looks again, and so do those to whom something may have been said.
  void standBack(String why, Duration pause) {
    var known = state.held();
    suspend(why);
    lookAgain(pause);
    if (known != null) {
      engine.correspondence().wakeAll(known);
    }
  }

  /// The same, unless it makes no sense to try again.
  void standBack(PortException broken) {
    var why = broken.problem().toString();
    boolean isLeft = WriterProblems.isUnexpected(broken) && driving.isAnything();
    if (WriterProblems.mayBeWritten(broken) || isLeft) {
      standBack(why, backoff.next());
    } else {
      suspend(why);
    }
  }

  /// Comes back soon for what the store did not let it do.
  void lookAgain() {
    lookAgain(backoff.next());
  }

  /// The store does what it is asked again.
  void storeAnswered() {
    backoff.reset();
  }

  /// Comes back for what cannot be done now.
  private void lookAgain(Duration pause) {
    engine.alarms().remind(session, engine.time().now().plus(pause));
  }

  /// Keeps nothing of the session in memory; what waits here is still driven here.
  void unload(String why) {
    effects.stopAll();
    driving.letGo(why);
    state.forget();
  }

  /// Whoever ends a run keeps what the model has said so far, unless that cannot be searched for
  /// secrets: the run ends in any case.
  private Input redacted(Input given) {
    if (!Letters.keepsPartial(given)) {
      return engine.redactions().of(given);
    }
    try {
      return engine.redactions().of(Letters.withPartial(given, partial));
    } catch (Error unreadable) {
      WriterProblems.log(session, unreadable, engine.redactor());
      return engine.redactions().of(given);
    }
  }
}
