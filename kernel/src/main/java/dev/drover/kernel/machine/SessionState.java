package dev.drover.kernel.machine;

import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.machine.OpenCall.Stage;
import dev.drover.kernel.machine.SessionPhase.Acting;
import dev.drover.kernel.machine.SessionPhase.Running;
import dev.drover.kernel.machine.SessionPhase.Thinking;
import dev.drover.kernel.machine.SessionPhase.Verifying;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The state of a session: a fold of its events, held by one writer, replaced and never changed.
///
/// Law: [#after] and [#due] depend only on this state and the event, not on policy, configuration
/// or a clock. An old journal therefore folds to the same state for ever.
///
/// @param backlog prompts and texts that wait for the current run
/// @param direct open calls of the host, oldest first
public record SessionState(
    JournalPosition position,
    SessionProfile profile,
    Conversation conversation,
    SessionPhase phase,
    Backlog backlog,
    List<DirectCall> direct,
    SessionTotals totals,
    SessionRecords records) {
  public static final SessionState NEW =
      new SessionState(
          JournalPosition.START,
          SessionProfile.UNOPENED,
          Conversation.EMPTY,
          SessionPhase.UNOPENED,
          Backlog.EMPTY,
          List.of(),
          SessionTotals.NONE,
          SessionRecords.EMPTY);

  public SessionState {
    direct = List.copyOf(direct);
  }

  /// This state after one more event.
  public SessionState after(RecordedEvent entry) {
    if (entry.seq() != position.seq() + 1) {
      throw new JournalOutOfOrder(
          "event %d follows event %d".formatted(entry.seq(), position.seq()));
    }
    return Fold.after(this, entry);
  }

  /// The effects that are due in this state.
  public List<Effect> due() {
    if (direct.isEmpty()) {
      return dueForRun();
    }
    var due = new ArrayList<>(dueForRun());
    for (var call : direct) {
      var effect = effectOf(call.run(), call.open());
      if (effect != null) {
        due.add(effect);
      }
    }
    return due;
  }

  /// Whether effects are due or a child works on a task.
  public boolean hasOpenWork() {
    return !records.tasks().isEmpty() || !due().isEmpty();
  }

  private List<Effect> dueForRun() {
    return switch (phase) {
      case SessionPhase.Unopened _, SessionPhase.Idle _ -> List.of();
      case Thinking(var frame, var effect, var attempt, var hits, var notBefore) ->
          List.of(
              new Effect.CallModel(frame.run(), effect, attempt, hits, notBefore, offer(frame)));
      case Verifying(var frame, var effect, _) ->
          List.of(new Effect.RunChecks(frame.run(), effect, frame.limits().checks().commands()));
      case Acting(var frame, var calls) -> {
        var due = new ArrayList<Effect>(calls.size());
        for (var call : calls) {
          var effect = effectOf(frame.run(), call);
          if (effect != null) {
            due.add(effect);
          }
        }
        yield due;
      }
    };
  }

  private static @Nullable Effect effectOf(RunId run, OpenCall call) {
    var planned = call.planned();
    return switch (call.stage()) {
      case Stage.Started(var attempt, _) ->
          new Effect.CallTool(run, planned.effect(), attempt, planned);
      case Stage.Probing(var attempt) ->
          new Effect.ProbeTool(run, planned.effect(), attempt, planned);
      case Stage.AwaitingApproval(var attempts, _, var until) ->
          new Effect.AwaitAnswer(run, planned.effect(), attempts + 1, until);
      case Stage.AwaitingAnswer(var attempts, _, _, _, var until) ->
          new Effect.AwaitAnswer(run, planned.effect(), attempts + 1, until);
      case Stage.Deferred(var attempt, _, var until, _, var look) ->
          look == null
              ? new Effect.AwaitDeferredCall(run, planned.effect(), attempt, until)
              : new Effect.AskForNews(run, planned.effect(), attempt, planned, look, until);
      case Stage.Ready _, Stage.Settled _ -> null;
    };
  }

  /// When this session needs a process without an external input: the earliest time of a retry or a
  /// deadline, and [Instant#EPOCH] if an effect is due at once.
  ///
  /// @return null if there is no work, or all of it waits without a deadline
  public @Nullable Instant wakeAt() {
    var earliest =
        switch (phase) {
          case SessionPhase.Unopened _, SessionPhase.Idle _ -> null;
          case Thinking thinking ->
              thinking.notBefore().isAfter(position.at()) ? thinking.notBefore() : Instant.EPOCH;
          case Verifying _ -> Instant.EPOCH;
          case Acting(_, var calls) -> {
            @Nullable Instant first = null;
            for (int i = 0; i < calls.size(); i++) {
              first = earlier(first, wakeAt(calls.get(i)));
            }
            yield first;
          }
        };
    for (int i = 0; i < direct.size(); i++) {
      earliest = earlier(earliest, wakeAt(direct.get(i).open()));
    }
    return earliest;
  }

  private static @Nullable Instant wakeAt(OpenCall call) {
    return switch (call.stage()) {
      case Stage.Started _, Stage.Probing _ -> Instant.EPOCH;
      case Stage.AwaitingApproval(_, _, var until) -> until;
      case Stage.AwaitingAnswer(_, _, _, _, var until) -> until;
      case Stage.Deferred(_, _, var until, _, var look) ->
          earlier(until, look == null ? null : look.at());
      case Stage.Ready _, Stage.Settled _ -> null;
    };
  }

  private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return other.isBefore(one) ? other : one;
  }

  private Effect.Offer offer(RunState frame) {
    return isLastCall(frame) ? Effect.Offer.NO_TOOLS : Effect.Offer.TOOLS;
  }

  /// Whether the model has one more call, without tools, so that the user gets an answer.
  boolean isLastCall(RunState frame) {
    return frame.isExhausted() || totals.spending().isFinalCall();
  }

  /// The current run, if there is one.
  public Optional<RunState> running() {
    return phase instanceof Running running ? Optional.of(running.frame()) : Optional.empty();
  }

  /// The name of the model that the next run begins with, and that the current one was given, even
  /// if that was replaced.
  public String ownModel() {
    var own = running().map(frame -> frame.request().model());
    return own.orElse(profile.model());
  }

  /// The open call with this id, of the current turn or of the host.
  public Optional<OpenCall> call(EffectId effect) {
    return openCallContext(effect).map(OpenCallContext::call);
  }

  Optional<OpenCallContext> openCallContext(EffectId effect) {
    if (!direct.isEmpty()) {
      for (var call : direct) {
        if (call.open().effect().equals(effect)) {
          return Optional.of(call.site());
        }
      }
    }
    return phase instanceof Acting acting ? acting.site(effect) : Optional.empty();
  }

  public boolean isRunning(RunId run) {
    return phase instanceof Running running && running.frame().run().equals(run);
  }

  /// Whether the run is active or queued.
  public boolean isUnfinished(RunId run) {
    return isRunning(run) || backlog.queued(run).isPresent();
  }

  /// The direct call with this id, if it is open.
  Optional<DirectCall> direct(RunId run) {
    if (direct.isEmpty()) {
      return Optional.empty();
    }
    for (var call : direct) {
      if (call.run().equals(run)) {
        return Optional.of(call);
      }
    }
    return Optional.empty();
  }

  /// The status of the current run, as seen at `now`.
  public Optional<RunStatus> status(Instant now) {
    return switch (phase) {
      case SessionPhase.Unopened _, SessionPhase.Idle _ -> Optional.empty();
      case Thinking thinking when thinking.notBefore().isAfter(now) ->
          Optional.of(RunStatus.WAITING);
      case Thinking thinking ->
          Optional.of(thinking.frame().turn() == 1 ? RunStatus.PLANNING : RunStatus.EXECUTING);
      case Verifying _ -> Optional.of(RunStatus.VERIFYING);
      case Acting acting ->
          Optional.of(acting.running() > 0 ? RunStatus.EXECUTING : RunStatus.WAITING);
    };
  }

  SessionState at(JournalPosition next) {
    return new SessionState(next, profile, conversation, phase, backlog, direct, totals, records);
  }

  SessionState at(JournalPosition next, SessionPhase then) {
    return new SessionState(next, profile, conversation, then, backlog, direct, totals, records);
  }

  SessionState with(SessionProfile next) {
    return new SessionState(position, next, conversation, phase, backlog, direct, totals, records);
  }

  SessionState with(SessionPhase next) {
    return new SessionState(
        position, profile, conversation, next, backlog, direct, totals, records);
  }

  SessionState with(SessionPhase next, SessionTotals then) {
    return new SessionState(position, profile, conversation, next, backlog, direct, then, records);
  }

  SessionState with(Conversation next) {
    return new SessionState(position, profile, next, phase, backlog, direct, totals, records);
  }

  SessionState with(Conversation next, SessionTotals then) {
    return new SessionState(position, profile, next, phase, backlog, direct, then, records);
  }

  SessionState with(Conversation next, SessionPhase then, SessionTotals sum) {
    return new SessionState(position, profile, next, then, backlog, direct, sum, records);
  }

  SessionState with(Backlog next) {
    return next.equals(backlog)
        ? this
        : new SessionState(position, profile, conversation, phase, next, direct, totals, records);
  }

  SessionState with(List<DirectCall> next) {
    return new SessionState(position, profile, conversation, phase, backlog, next, totals, records);
  }

  SessionState with(SessionTotals next) {
    return new SessionState(position, profile, conversation, phase, backlog, direct, next, records);
  }

  SessionState with(SessionRecords next) {
    return new SessionState(position, profile, conversation, phase, backlog, direct, totals, next);
  }

  SessionState with(BudgetUsage next) {
    return with(totals.with(next));
  }
}
