package dev.drover.runtime.task;

import org.jspecify.annotations.Nullable;

/// A piece of work, and whom it is for.
///
/// @param start what the child knows; null for what its subagent says
public record Assignment(Whom whom, String prompt, @Nullable StartPoint start) {
  /// Who is to do it.
  public sealed interface Whom {
    String name();

    /// One that the agent has.
    record Known(String name) implements Whom {}

    /// One that is made for this piece of work and forgotten then.
    record Worker(Subagent subagent) implements Whom {
      @Override
      public String name() {
        return subagent.name();
      }
    }
  }

  public Assignment {
    if (prompt.isBlank()) {
      throw new IllegalArgumentException("say what is to be done");
    }
  }

  /// @param agent its name, such as `explore`
  public static Assignment to(String agent, String prompt) {
    return new Assignment(new Whom.Known(agent), prompt, null);
  }

  /// For a worker that nobody else knows. It survives a restart all the same, if its model is that
  /// of the agent that gives it the work.
  public static Assignment to(Subagent worker, String prompt) {
    return new Assignment(new Whom.Worker(worker), prompt, null);
  }

  /// With another start than that of its subagent.
  public Assignment from(StartPoint choice) {
    return new Assignment(whom, prompt, choice);
  }
}
