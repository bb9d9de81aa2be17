package dev.drover.runtime.agent;

import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The agents that a process knows, by name: those that were built, and those that work for them.
/// Whoever works for `clerk` is called `clerk/explore`.
///
/// Safe for use by any thread.
public final class AgentRegistry {
  private final ConcurrentHashMap<String, AgentSpec> built = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, AgentSpec> below = new ConcurrentHashMap<>();
  private final Texts texts;

  public AgentRegistry(Texts texts) {
    this.texts = texts;
  }

  public void register(AgentSpec agent) {
    built.put(agent.name(), agent);
    below.keySet().removeIf(name -> name.startsWith(agent.name() + Offspring.SEPARATOR));
  }

  public @Nullable AgentSpec find(String name) {
    var found = built.get(name);
    return found != null || name.indexOf('/') < 0 ? found : child(name);
  }

  private @Nullable AgentSpec child(String name) {
    var known = below.get(name);
    if (known != null) {
      return known;
    }
    int end = name.lastIndexOf('/');
    var parent = find(name.substring(0, end));
    if (parent == null) {
      return null;
    }
    var made =
        parent
            .conduct()
            .delegates()
            .find(name.substring(end + 1))
            .map(subagent -> Offspring.of(parent, subagent, texts))
            .orElse(null);
    if (made != null) {
      below.put(name, made);
    }
    return made;
  }
}
