package dev.drover.kernel;

import dev.drover.kernel.OpenCall.Stage;
import dev.drover.kernel.Phase.Acting;
import dev.drover.kernel.Phase.Running;
import dev.drover.kernel.Phase.Thinking;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where a session stands: a fold of its events, held by one writer, replaced and never changed.
///
/// @param backlog what waits for the run that is going
/// @param direct calls of the host that are open, oldest first
///
///   Law: [#after] and [#due] look at this state and the event, and at nothing else. No policy, no
///   configuration, no clock. An old journal therefore folds to the same state for ever.
public record SessionState(
    Position position,
    Profile profile,
    Conversation conversation,
    Phase phase,
    Backlog backlog,
    List<DirectCall> direct,
    Totals totals,
    Annals annals) {
  public static final SessionState NEW =
      new SessionState(
          Position.START,
          Profile.NOBODY,
          Conversation.EMPTY,
          Phase.UNOPENED,
          Backlog.EMPTY,
          List.of(),
          Totals.NONE,
          Annals.EMPTY);

  public SessionState {
    direct = List.copyOf(direct);
  }

  /// This state, one fact later.
  public SessionState after(Recorded entry) {
    if (entry.seq() != position.seq() + 1) {
      throw new JournalOutOfOrder(
          "event %d follows event %d".formatted(entry.seq(), position.seq()));
    }
    return Fold.after(this, entry);
  }

  /// What the world owes a session in this state.
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

  /// Whether the world owes it something, or a child works for it.
  public boolean isAnythingGoing() {
    return !annals.tasks().isEmpty() || !due().isEmpty();
  }

  private List<Effect> dueForRun() {
    return switch (phase) {
      case Phase.Unopened _, Phase.Idle _ -> List.of();
      case Thinking(var frame, var effect, var attempt, var hits, var notBefore) ->
          List.of(
              new Effect.CallModel(frame.run(), effect, attempt, hits, notBefore, offer(frame)));
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
      case Stage.Asking(var attempts, _, var until) ->
          new Effect.AwaitAnswer(run, planned.effect(), attempts + 1, until);
      case Stage.Away(var attempt, _, var until, _) ->
          new Effect.AwaitCompletion(run, planned.effect(), attempt, until);
      case Stage.Ready _, Stage.Settled _ -> null;
    };
  }

  /// When something has to be done in this session that nobody is asked for: the earliest of the
  /// times at which a retry or a deadline falls due, and [Instant#EPOCH] if something is to be done
  /// at once.
  ///
  /// @return null if nothing is going, or all of it waits for somebody without a deadline
  public @Nullable Instant wakeAt() {
    var earliest =
        switch (phase) {
          case Phase.Unopened _, Phase.Idle _ -> null;
          case Thinking thinking ->
              thinking.notBefore().isAfter(position.at()) ? thinking.notBefore() : Instant.EPOCH;
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
      case Stage.Asking(_, _, var until) -> until;
      case Stage.Away(_, _, var until, _) -> until;
      case Stage.Ready _, Stage.Settled _ -> null;
    };
  }

  private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return other.isBefore(one) ? other : one;
  }

  private Effect.Offer offer(RunFrame frame) {
    return isLastCall(frame) ? Effect.Offer.NO_TOOLS : Effect.Offer.TOOLS;
  }

  /// Whether the model has one more call, without tools, so that the user gets an answer.
  boolean isLastCall(RunFrame frame) {
    return frame.isSpent() || totals.spending().isHalted();
  }

  /// The run that is going, if one is.
  public Optional<RunFrame> running() {
    return phase instanceof Running running ? Optional.of(running.frame()) : Optional.empty();
  }

  /// The name of the model that the next run is asked for with, and that the one which is going was
  /// given to, whoever goes on with it.
  public String ownModel() {
    var own = running().map(frame -> frame.brief().model());
    return own.orElse(profile.model());
  }

  /// The call that is open under this name, in the turn that is going or by itself.
  public Optional<OpenCall> call(EffectId effect) {
    return site(effect).map(CallSite::call);
  }

  Optional<CallSite> site(EffectId effect) {
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

  /// Whether the run is going, or waits for its turn.
  public boolean isUnfinished(RunId run) {
    return isRunning(run) || backlog.queued(run).isPresent();
  }

  /// The direct call of this name, if it is open.
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

  /// Where the run that is going stands, as seen at `now`.
  public Optional<RunStatus> status(Instant now) {
    return switch (phase) {
      case Phase.Unopened _, Phase.Idle _ -> Optional.empty();
      case Thinking thinking when thinking.notBefore().isAfter(now) ->
          Optional.of(RunStatus.WAITING);
      case Thinking thinking ->
          Optional.of(thinking.frame().turn() == 1 ? RunStatus.PLANNING : RunStatus.EXECUTING);
      case Acting acting ->
          Optional.of(acting.running() > 0 ? RunStatus.EXECUTING : RunStatus.WAITING);
    };
  }

  SessionState at(Position next) {
    return new SessionState(next, profile, conversation, phase, backlog, direct, totals, annals);
  }

  SessionState at(Position next, Phase then) {
    return new SessionState(next, profile, conversation, then, backlog, direct, totals, annals);
  }

  SessionState with(Profile next) {
    return new SessionState(position, next, conversation, phase, backlog, direct, totals, annals);
  }

  SessionState with(Phase next) {
    return new SessionState(position, profile, conversation, next, backlog, direct, totals, annals);
  }

  SessionState with(Phase next, Totals then) {
    return new SessionState(position, profile, conversation, next, backlog, direct, then, annals);
  }

  SessionState with(Conversation next) {
    return new SessionState(position, profile, next, phase, backlog, direct, totals, annals);
  }

  SessionState with(Conversation next, Totals then) {
    return new SessionState(position, profile, next, phase, backlog, direct, then, annals);
  }

  SessionState with(Conversation next, Phase then, Totals sum) {
    return new SessionState(position, profile, next, then, backlog, direct, sum, annals);
  }

  SessionState with(Backlog next) {
    return next.equals(backlog)
        ? this
        : new SessionState(position, profile, conversation, phase, next, direct, totals, annals);
  }

  SessionState with(List<DirectCall> next) {
    return new SessionState(position, profile, conversation, phase, backlog, next, totals, annals);
  }

  SessionState with(Totals next) {
    return new SessionState(position, profile, conversation, phase, backlog, direct, next, annals);
  }

  SessionState with(Annals next) {
    return new SessionState(position, profile, conversation, phase, backlog, direct, totals, next);
  }

  SessionState with(Spending next) {
    return with(totals.with(next));
  }
}
