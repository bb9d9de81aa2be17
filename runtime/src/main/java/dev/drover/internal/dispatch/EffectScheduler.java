package dev.drover.internal.dispatch;

import dev.drover.internal.concurrent.RuntimeState;
import dev.drover.internal.inbox.EffectHandle;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.EffectId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The effects of one session that run in this process. Belongs to the session's writer.
///
/// The state determines what is due. This class starts effects that are due and not running, if it
/// is time, and stops effects that are running and no longer due.
public final class EffectScheduler {
  private final RuntimeState runtime;
  private final Function<Effect, Start> starter;
  private final List<RunningEffect> underWay = new ArrayList<>(2);
  private List<RunningEffect> stoppedEffects = List.of();

  /// What happens to a due effect.
  public sealed interface Start {
    record Begun(RunningEffect performance) implements Start {}

    /// It waits, without occupying a thread.
    ///
    /// @param at null if another part decides when the wait is over
    record NotBefore(@Nullable Instant at) implements Start {}
  }

  public EffectScheduler(RuntimeState runtime, Function<Effect, Start> starter) {
    this.runtime = runtime;
    this.starter = starter;
  }

  /// @return the time of the next waiting effect; null if there is none
  @Nullable Instant reconcile(SessionState state) {
    var due = state.due();
    for (int i = underWay.size() - 1; i >= 0; i--) {
      var performance = underWay.get(i);
      if (!isDue(performance, due)) {
        underWay.remove(i);
        performance.stop();
        leave(performance);
      }
    }
    Instant next = null;
    for (int i = 0; i < due.size(); i++) {
      var effect = due.get(i);
      if (!isUnderWay(effect)) {
        switch (start(effect)) {
          case Start.Begun(var performance) -> underWay.add(performance);
          case Start.NotBefore(var at) -> next = earlier(next, at);
        }
      }
    }
    return next;
  }

  /// While the runtime drains, effects that have not begun are left to the next process.
  private Start start(Effect effect) {
    return runtime.isDraining() ? new Start.NotBefore(null) : starter.apply(effect);
  }

  private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
    return one == null || (other != null && other.isBefore(one)) ? other : one;
  }

  /// A wait has no thread to end, and an ended effect needs no answer.
  private void leave(RunningEffect performance) {
    if (performance.hasEnded()) {
      return;
    }
    stoppedEffects = new ArrayList<>(stoppedEffects());
    switch (performance.effect()) {
      case Effect.CallModel _,
          Effect.CallTool _,
          Effect.ProbeTool _,
          Effect.RunChecks _,
          Effect.AskForNews _ ->
          stoppedEffects.add(performance);
      case Effect.AwaitAnswer _, Effect.AwaitDeferredCall _ -> {}
    }
  }

  private static boolean isDue(RunningEffect performance, List<Effect> due) {
    for (int i = 0; i < due.size(); i++) {
      if (performance.isFor(due.get(i))) {
        return true;
      }
    }
    return false;
  }

  private boolean isUnderWay(Effect effect) {
    for (int i = 0; i < underWay.size(); i++) {
      if (underWay.get(i).isFor(effect)) {
        return true;
      }
    }
    return false;
  }

  boolean isUnderWay(EffectId effect) {
    for (var performance : underWay) {
      if (performance.effect().id().equals(effect)) {
        return true;
      }
    }
    return false;
  }

  /// Whether this effect is expected to answer.
  public boolean isUnderWay(EffectHandle performance) {
    return performance instanceof RunningEffect known && underWay.contains(known);
  }

  public void ended(EffectHandle performance) {
    underWay.remove(performance);
    performance.settled();
  }

  boolean isEmpty() {
    return underWay.isEmpty();
  }

  /// Whether no effect is running, including stopped ones.
  public boolean isAtRest() {
    return isEmpty() && stoppedEffects().isEmpty();
  }

  /// The text of the reply in progress.
  public String partialText() {
    for (var performance : underWay) {
      if (performance.effect() instanceof Effect.CallModel) {
        return performance.partialText();
      }
    }
    return "";
  }

  /// A copy of all running effects.
  public List<RunningEffect> all() {
    return List.copyOf(underWay);
  }

  /// Effects that were stopped and have not ended yet.
  public List<RunningEffect> stoppedEffects() {
    return stoppedEffects.stream().filter(performance -> !performance.hasEnded()).toList();
  }

  public void stopAll() {
    underWay.forEach(RunningEffect::stop);
    underWay.clear();
  }
}
