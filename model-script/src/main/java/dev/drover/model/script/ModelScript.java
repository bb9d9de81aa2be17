package dev.drover.model.script;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The replies of a scripted model, turn by turn.
///
/// @param turns of every agent that has none of its own
/// @param agents turns of the agents that have their own, by name
/// @param faults the faults at a turn of `turns`, attempt by attempt; turns count from 1
public record ModelScript(
    List<ScriptTurn> turns,
    Map<String, List<ScriptTurn>> agents,
    Map<Integer, List<ScriptFault>> faults) {
  public ModelScript {
    turns = List.copyOf(turns);
    agents = Map.copyOf(agents);
    faults = Map.copyOf(faults);
  }

  public static ModelScript turns(ScriptTurn... turns) {
    return new ModelScript(List.of(turns), Map.of(), Map.of());
  }

  public ModelScript withAgent(String name, ScriptTurn... own) {
    var more = new LinkedHashMap<>(agents);
    more.put(name, List.of(own));
    return new ModelScript(turns, more, faults);
  }

  /// @param turn counted from 1
  public ModelScript withFaults(int turn, ScriptFault... attempts) {
    var more = new LinkedHashMap<>(faults);
    more.put(turn, List.of(attempts));
    return new ModelScript(turns, agents, more);
  }

  /// @return empty after the last one
  Optional<ScriptTurn> turn(String agent, int number) {
    var own = agents.getOrDefault(ownName(agent), turns);
    return number <= own.size() ? Optional.of(own.get(number - 1)) : Optional.empty();
  }

  /// @return empty if this attempt succeeds
  Optional<ScriptFault> fault(String agent, int number, int attempt) {
    if (agents.containsKey(ownName(agent))) {
      return Optional.empty();
    }
    var attempts = faults.getOrDefault(number, List.of());
    return attempt <= attempts.size() ? Optional.of(attempts.get(attempt - 1)) : Optional.empty();
  }

  /// A subagent has the names of both agents, such as `main/explore`.
  private static String ownName(String agent) {
    return agent.substring(agent.lastIndexOf('/') + 1);
  }
}
