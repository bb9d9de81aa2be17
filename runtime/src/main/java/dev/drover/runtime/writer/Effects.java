package dev.drover.runtime.writer;

import dev.drover.kernel.Effect;
import dev.drover.kernel.SessionState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The effects of one session that are under way in this process. Belongs to the session's writer.
///
/// What is due is read from the state; this class makes the world agree with it: what is due and
/// not under way is started, what is under way and no longer due is stopped.
final class Effects {
  private final Function<Effect, Performance> starter;
  private final List<Performance> underWay = new ArrayList<>(2);
  private final List<Performance> leaving = new ArrayList<>(2);

  Effects(Function<Effect, Performance> starter) {
    this.starter = starter;
  }

  void agreeWith(SessionState state) {
    var due = state.due();
    for (int i = underWay.size() - 1; i >= 0; i--) {
      var performance = underWay.get(i);
      if (!isDue(performance, due)) {
        underWay.remove(i);
        performance.stop();
        leave(performance);
      }
    }
    for (var effect : due) {
      if (hasToBePerformed(effect) && !isUnderWay(effect)) {
        underWay.add(starter.apply(effect));
      }
    }
  }

  /// What only waited has nothing to end.
  private void leave(Performance performance) {
    leaving.removeIf(Performance::hasEnded);
    switch (performance.effect()) {
      case Effect.CallModel _, Effect.CallTool _, Effect.ProbeTool _ -> leaving.add(performance);
      case Effect.AwaitAnswer _, Effect.AwaitCompletion _ -> {}
    }
  }

  /// Waiting for somebody takes nobody's time, unless somebody must say when it is too late.
  private static boolean hasToBePerformed(Effect effect) {
    return switch (effect) {
      case Effect.AwaitAnswer wait -> wait.until() != null;
      case Effect.AwaitCompletion wait -> wait.until() != null;
      case Effect.CallModel _, Effect.CallTool _, Effect.ProbeTool _ -> true;
    };
  }

  private static boolean isDue(Performance performance, List<Effect> due) {
    for (var effect : due) {
      if (performance.isFor(effect)) {
        return true;
      }
    }
    return false;
  }

  private boolean isUnderWay(Effect effect) {
    for (var performance : underWay) {
      if (performance.isFor(effect)) {
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
  }

  boolean isEmpty() {
    return underWay.isEmpty();
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
    leaving.removeIf(Performance::hasEnded);
    return List.copyOf(leaving);
  }

  void stopAll() {
    underWay.forEach(Performance::stop);
    underWay.clear();
  }
}
