package dev.drover.runtime.writer;

import dev.drover.kernel.Effect;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.SessionState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The effects of one session that are under way in this process. Belongs to the session's writer.
///
/// What is due is read from the state; this class makes the world agree with it: what is due and
/// not under way is started if it is time, what is under way and no longer due is stopped.
final class Effects {
  private final Function<Effect, Start> starter;
  private final List<Performance> underWay = new ArrayList<>(2);
  private List<Performance> leaving = List.of();

  /// What becomes of an effect that is due.
  sealed interface Start {
    record Begun(Performance performance) implements Start {}

    /// It waits, which takes nobody's time.
    ///
    /// @param at null if somebody else says when it is over
    record NotBefore(@Nullable Instant at) implements Start {}
  }

  Effects(Function<Effect, Start> starter) {
    this.starter = starter;
  }

  /// @return when something falls due that has to wait; null if nothing does
  @Nullable Instant agreeWith(SessionState state) {
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
        switch (starter.apply(effect)) {
          case Start.Begun(var performance) -> underWay.add(performance);
          case Start.NotBefore(var at) -> next = earlier(next, at);
        }
      }
    }
    return next;
  }

  private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
    return one == null || (other != null && other.isBefore(one)) ? other : one;
  }

  /// What only waited has nothing to end, and nobody waits for what has ended.
  private void leave(Performance performance) {
    if (performance.hasEnded()) {
      return;
    }
    leaving = new ArrayList<>(leaving());
    switch (performance.effect()) {
      case Effect.CallModel _, Effect.CallTool _, Effect.ProbeTool _ -> leaving.add(performance);
      case Effect.AwaitAnswer _, Effect.AwaitCompletion _ -> {}
    }
  }

  private static boolean isDue(Performance performance, List<Effect> due) {
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

  /// Whether somebody waits for this one.
  boolean isUnderWay(Performance performance) {
    return underWay.contains(performance);
  }

  void ended(Performance performance) {
    underWay.remove(performance);
    performance.settled();
  }

  boolean isEmpty() {
    return underWay.isEmpty();
  }

  /// Nothing is under way, and what was has ended.
  boolean isAtRest() {
    return isEmpty() && leaving().isEmpty();
  }

  /// What the model has said in the reply it is making.
  String saidSoFar() {
    for (var performance : underWay) {
      if (performance.effect() instanceof Effect.CallModel) {
        return performance.saidSoFar();
      }
    }
    return "";
  }

  /// Everything that is under way, as a copy.
  List<Performance> all() {
    return List.copyOf(underWay);
  }

  /// Those that were stopped because nobody waits for them, and have not ended yet.
  List<Performance> leaving() {
    return leaving.stream().filter(performance -> !performance.hasEnded()).toList();
  }

  void stopAll() {
    underWay.forEach(Performance::stop);
    underWay.clear();
  }
}
