package dev.drover.spi.store;

import java.util.Set;

/// The sessions that a process searches for: those of its agents.
///
/// @param agents names of agents; sessions of their subagents, such as `clerk/explore` for `clerk`,
///   are included
/// @param after the `ordinal` of the last row of the previous page; 0 for the first page
/// @param limit the maximum number of rows of a page
public record SessionSearch(Set<String> agents, long after, int limit) {
  private static final char SEPARATOR = '/';

  public SessionSearch {
    agents = Set.copyOf(agents);
  }

  /// Whether sessions of this agent are included.
  public boolean includes(String agent) {
    int end = agent.indexOf(SEPARATOR);
    return agents.contains(end < 0 ? agent : agent.substring(0, end));
  }
}
