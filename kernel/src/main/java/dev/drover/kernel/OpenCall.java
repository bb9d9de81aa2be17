package dev.drover.kernel;

/// One call of the turn that is being worked on, and how far it has got.
public record OpenCall(PlannedCall planned, Stage stage) {
  /// How far a call has got.
  public sealed interface Stage {
    /// How often the call has been started so far. Crashes make it more than one.
    int attempts();

    /// May run, and is not running.
    record Ready(int attempts) implements Stage {}

    /// A person has been asked.
    record Asking(int attempts) implements Stage {}

    record Started(int attempts) implements Stage {}

    /// Its outcome was lost; the tool is finding out whether it happened.
    record Probing(int attempts) implements Stage {}

    record Settled(int attempts, ToolOutcome outcome) implements Stage {}
  }

  EffectId effect() {
    return planned.effect();
  }

  OpenCall at(Stage next) {
    return new OpenCall(planned, next);
  }

  boolean isSettled() {
    return stage instanceof Stage.Settled;
  }

  boolean isRunning() {
    return stage instanceof Stage.Started || stage instanceof Stage.Probing;
  }
}
