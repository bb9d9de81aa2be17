package dev.drover.task;

import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import java.util.List;

/// The subagents of an agent, which can change at any time. A change applies from the next run on,
/// and its session records it in an event. A run in progress keeps the subagents that it started
/// with, and children in progress continue.
///
/// Safe for use by any thread.
public interface SubagentRegistry {
  /// @throws ConfigurationInvalid if one of this name is registered, or it names a tool that the
  ///   agent does not have
  void register(Subagent subagent);

  /// @return false if there was none with this name
  boolean unregister(String name);

  /// In the order in which they were registered.
  List<Subagent> all();
}
