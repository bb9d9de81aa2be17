package dev.drover.runtime;

import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.task.Delegates;
import dev.drover.runtime.task.Subagent;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/// Those that an agent can give work to, which come and go while a host runs. A change holds from
/// the next run on, and its session says so in an event; a run that is going keeps those that it
/// began with, and a child that is at work goes on.
///
/// Safe for use by any thread.
public final class Roster {
  private final Drover drover;
  private final String agent;

  Roster(Drover drover, String agent) {
    this.drover = drover;
    this.agent = agent;
  }

  /// @throws ConfigurationInvalid if one with its name is there already
  public void register(Subagent subagent) {
    change(delegates -> delegates.with(subagent));
  }

  /// @return false if there was none with this name
  public boolean unregister(String name) {
    var found = new AtomicBoolean();
    change(
        delegates -> {
          found.set(delegates.find(name).isPresent());
          return delegates.without(name);
        });
    return found.get();
  }

  /// In the order in which they were registered.
  public List<Subagent> all() {
    return Objects.requireNonNull(drover.engine().agent(agent)).conduct().delegates().all();
  }

  private void change(UnaryOperator<Delegates> change) {
    try {
      drover.engine().agents().restaff(agent, change, new Delegating(drover));
    } catch (IllegalArgumentException wrong) {
      throw new ConfigurationInvalid(
          "subagents",
          String.valueOf(wrong.getMessage()),
          "Unregister that one first, or choose another name.");
    }
  }
}
