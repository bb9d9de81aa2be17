package dev.drover.runtime.agent;

import dev.drover.kernel.Recipe;
import dev.drover.kernel.SessionState;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.problem.AgentExists;
import dev.drover.runtime.task.Delegates;
import dev.drover.runtime.task.Delegation;
import dev.drover.runtime.task.Subagent;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The agents that a process knows, by name: those that were built, and those that work for them.
/// Whoever works for `clerk` is called `clerk/explore`.
///
/// Whom an agent can give work to may change while runs are going. A run keeps what it began with,
/// so that each of its requests starts like the one before: earlier forms of an agent are kept by
/// their recipes, the newest of them, and so are workers that have no name of their own. What is
/// not kept any more, after a restart say, is made again from the recipe in the child's journal.
///
/// Safe for use by any thread.
public final class AgentRegistry {
  private static final int MOST_KEPT = 256;

  private final ConcurrentHashMap<String, AgentSpec> built = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, AgentSpec> below = new ConcurrentHashMap<>();
  // Guarded by this.
  private final Map<String, AsBuilt> asBuilt = new HashMap<>();
  private final Texts texts;

  // Guarded by itself, in the order in which they were used.
  private final LinkedHashMap<Form, AgentSpec> kept = new LinkedHashMap<>(16, 0.75f, true);
  private volatile boolean isAnythingKept;

  public AgentRegistry(Texts texts) {
    this.texts = texts;
  }

  /// An agent as it was first built: hooks and subagents come and go.
  private record AsBuilt(AgentSpec spec, List<String> hooks) {
    AsBuilt(AgentSpec spec) {
      this(spec, spec.governance().hooks().all().stream().map(Hook::name).toList());
    }
  }

  /// One of several forms that a name has stood for.
  private record Form(String name, Recipe recipe) {}

  /// Which of two agents of one name counts.
  public enum Precedence {
    /// There is one of a name: the same may come again, another may not.
    EQUAL,
    NEWER
  }

  /// What was registered live with an agent that is built again stays with it.
  ///
  /// @throws AgentExists if there is another one of this name
  public synchronized void register(AgentSpec agent, Precedence precedence, Delegation delegation) {
    var first = asBuilt.get(agent.name());
    var now = built.get(agent.name());
    if (precedence == Precedence.NEWER || first == null || now == null) {
      asBuilt.put(agent.name(), new AsBuilt(agent));
      put(agent);
      return;
    }
    var differences = AgentDifferences.between(first.spec(), agent, first.hooks());
    if (!differences.isEmpty()) {
      throw new AgentExists(agent.name(), differences);
    }
    now.governance().hooks().all().stream()
        .filter(hook -> !first.hooks().contains(hook.name()))
        .forEach(agent.governance().hooks()::register);
    var delegates = now.conduct().delegates();
    put(
        delegates.equals(first.spec().conduct().delegates())
            ? agent
            : Staffing.of(agent, delegates, delegation));
  }

  private void put(AgentSpec agent) {
    built.put(agent.name(), agent);
    below.keySet().removeIf(name -> isBelow(name, agent.name()));
  }

  private static boolean isBelow(String name, String agent) {
    return name.startsWith(agent + Lineage.SEPARATOR);
  }

  /// Lets an agent have others to give work to, from its next run on.
  ///
  /// @throws IllegalArgumentException if these cannot be
  public synchronized AgentSpec restaff(
      String agent, UnaryOperator<Delegates> change, Delegation delegation) {
    var now = Optional.ofNullable(built.get(agent)).orElseThrow();
    var next = Staffing.of(now, change.apply(now.conduct().delegates()), delegation);
    keep(now);
    below.forEach(
        (name, child) -> {
          if (isBelow(name, agent)) {
            keep(child);
          }
        });
    put(next);
    return next;
  }

  /// Those that were built.
  public Set<String> names() {
    return Set.copyOf(built.keySet());
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
    var above = find(Lineage.above(name));
    if (above == null) {
      return null;
    }
    var made =
        above
            .conduct()
            .delegates()
            .find(name.substring(name.lastIndexOf('/') + 1))
            .map(subagent -> Offspring.of(above, subagent, texts))
            .orElse(null);
    if (made != null) {
      below.put(name, made);
    }
    return made;
  }

  /// One that works for an agent, which may have been changed since.
  public AgentSpec childOf(AgentSpec above, Subagent subagent) {
    if (above.equals(find(above.name()))
        && above.conduct().delegates().find(subagent.name()).filter(subagent::equals).isPresent()) {
      var known = find(above.name() + Lineage.SEPARATOR + subagent.name());
      if (known != null) {
        return known;
      }
    }
    var made = Offspring.of(above, subagent, texts);
    keep(made);
    return made;
  }

  /// The agent of a session: as its run began with it, and as it is now where no run is going. If
  /// the model of the run was replaced, with the one that it goes on with.
  public @Nullable AgentSpec of(SessionState state) {
    var found = find(state);
    return found == null
            || state.running().isEmpty()
            || found.model().name().equals(state.profile().model())
        ? found
        : found.at(state.profile().model());
  }

  private @Nullable AgentSpec find(SessionState state) {
    var profile = state.profile();
    var now = find(profile.agent());
    var recipe = profile.recipe();
    if (now != null
        && (recipe == null || state.running().isEmpty() || now.recipe().equals(recipe))) {
      return now;
    }
    var earlier = recipe == null || !isAnythingKept ? null : kept(profile.agent(), recipe);
    if (earlier != null) {
      return earlier;
    }
    return now != null || recipe == null ? now : revived(profile.agent(), recipe);
  }

  private @Nullable AgentSpec revived(String name, Recipe recipe) {
    for (var above = Lineage.above(name); !above.isEmpty(); above = Lineage.above(above)) {
      var ancestor = find(above);
      if (ancestor != null) {
        var made = Offspring.revived(ancestor, name, recipe, texts);
        if (made != null) {
          keep(made);
        }
        return made;
      }
    }
    return null;
  }

  /// A recipe is written down without its secrets.
  private Recipe written(Recipe recipe) {
    return new Recipe(
        recipe.model(),
        texts.written(recipe.instructions()),
        recipe.tools(),
        recipe.toolset(),
        texts.written(recipe.policy()));
  }

  private void keep(AgentSpec spec) {
    synchronized (kept) {
      var recipe = written(spec.recipe());
      kept.put(new Form(spec.name(), recipe), spec);
      for (var choice : spec.conduct().fallbacks().choices()) {
        kept.put(new Form(spec.name(), recipe.withModel(choice.model().name())), spec);
      }
      while (kept.size() > MOST_KEPT) {
        kept.pollFirstEntry();
      }
      isAnythingKept = true;
    }
  }

  private @Nullable AgentSpec kept(String name, Recipe recipe) {
    synchronized (kept) {
      return kept.get(new Form(name, recipe));
    }
  }
}
