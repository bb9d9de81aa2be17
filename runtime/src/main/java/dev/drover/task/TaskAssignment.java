package dev.drover.task;

import dev.drover.kernel.value.SessionId;
import org.jspecify.annotations.Nullable;

/// An assignment for a task.
///
/// @param start the conversation that the child starts with; null for that of its subagent
public record TaskAssignment(Assignee whom, String prompt, @Nullable StartPoint start) {
  /// The agent that carries out the assignment.
  public sealed interface Assignee {
    String name();

    /// A subagent of the agent.
    record Known(String name) implements Assignee {}

    /// An agent that is made for this assignment only.
    record Worker(Subagent subagent) implements Assignee {
      @Override
      public String name() {
        return subagent.name();
      }
    }
  }

  public TaskAssignment {
    if (prompt.isBlank()) {
      throw new IllegalArgumentException("say what is to be done");
    }
  }

  /// @param agent its name, such as `explore`
  public static TaskAssignment to(String agent, String prompt) {
    return new TaskAssignment(new Assignee.Known(agent), prompt, null);
  }

  /// For a worker that is not registered. It survives a restart if it uses the model of the
  /// delegating agent.
  public static TaskAssignment to(Subagent worker, String prompt) {
    return new TaskAssignment(new Assignee.Worker(worker), prompt, null);
  }

  /// Uses another start than that of the subagent.
  public TaskAssignment from(StartPoint choice) {
    return new TaskAssignment(whom, prompt, choice);
  }

  /// The conversation that a child starts with. It is journaled with its first prompt, so it is the
  /// same after a restart, regardless of later messages elsewhere.
  public sealed interface StartPoint {
    StartPoint EMPTY = new Empty();
    StartPoint PARENT = new Parent();

    /// Nothing.
    record Empty() implements StartPoint {}

    /// The conversation of the parent session, up to the call that delegates.
    record Parent() implements StartPoint {}

    /// The conversation of another session of the same tenant.
    record Other(SessionId session) implements StartPoint {}

    static StartPoint of(SessionId session) {
      return new Other(session);
    }
  }
}
