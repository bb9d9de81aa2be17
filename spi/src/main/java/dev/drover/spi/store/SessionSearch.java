package dev.drover.spi.store;

import java.util.Set;

/// Which sessions a process looks for: those of the agents that it has.
///
/// @param agents names of agents; sessions of agents that work for them, such as `clerk/explore`
///   for `clerk`, belong to them
/// @param after the `ordinal` of the last row of the page before; 0 for the first page
/// @param limit how many rows a page has at most
public record SessionSearch(Set<String> agents, long after, int limit) {
  private static final char SEPARATOR = '/';

  public SessionSearch {
    agents = Set.copyOf(agents);
  }

  /// Whether a session of this agent is looked for.
  public boolean includes(String agent) {
    int end = agent.indexOf(SEPARATOR);
    return agents.contains(end < 0 ? agent : agent.substring(0, end));
  }
}
