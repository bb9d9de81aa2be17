package dev.drover.internal.agent;

import dev.drover.hook.Hook;
import dev.drover.internal.delegation.AvailableSubagents;
import dev.drover.internal.delegation.TaskStarter;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.InvalidRequest.AgentExists;
import dev.drover.task.Subagent;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The agents of a process by name: the built ones and their children. A child of `clerk` is named
/// `clerk/explore`.
///
/// The subagents of an agent may change during runs. A run keeps those that it started with, so
/// that each of its requests has the same prefix. For this, the newest earlier versions of an agent
/// are kept by their recipes, and so are workers without a name. A version that is no longer kept,
/// for example after a restart, is built again from the recipe in the child's journal.
///
/// Safe for use by any thread.
public final class AgentRegistry {
  private static final int MOST_KEPT = 256;

  private final ConcurrentHashMap<String, AgentSpec> built = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, AgentSpec> below = new ConcurrentHashMap<>();
  // Guarded by this.
  private final Map<String, BuiltAgent> asBuilt = new HashMap<>();
  private final EventTexts texts;

  // Guarded by itself, in the order in which they were used.
  private final LinkedHashMap<RecipeKey, AgentSpec> kept = new LinkedHashMap<>(16, 0.75f, true);
  private volatile boolean isAnythingKept;
  private final AgentVariants variants = new AgentVariants(this::keep);
  private volatile UserToolSource userTools = UserToolSource.NONE;

  public AgentRegistry(EventTexts texts) {
    this.texts = texts;
  }

  /// An agent as it was first built: its hooks and subagents may change later.
  private record BuiltAgent(AgentSpec spec, List<String> hooks) {
    BuiltAgent(AgentSpec spec) {
      this(spec, spec.governance().hooks().all().stream().map(Hook::name).toList());
    }
  }

  /// One of several versions of an agent.
  private record RecipeKey(String name, Recipe recipe) {}

  /// Which of two agents of one name is used.
  public enum Precedence {
    /// The existing one: an equal agent may be built again, a different one may not.
    EQUAL,
    NEWER
  }

  /// Hooks and subagents that were registered later are kept when the agent is built again.
  ///
  /// @throws AgentExists if there is another one of this name
  public synchronized void register(
      AgentSpec agent, Precedence precedence, TaskStarter delegation) {
    var first = asBuilt.get(agent.name());
    var now = built.get(agent.name());
    if (precedence == Precedence.NEWER || first == null || now == null) {
      asBuilt.put(agent.name(), new BuiltAgent(agent));
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
    agent.conduct().guard().adopt(now.conduct().guard());
    var delegates = now.conduct().delegates();
    put(
        delegates.equals(first.spec().conduct().delegates())
            ? agent
            : SubagentReplacement.of(agent, delegates, delegation));
  }

  private void put(AgentSpec agent) {
    built.put(agent.name(), agent);
    below.keySet().removeIf(name -> isBelow(name, agent.name()));
  }

  private static boolean isBelow(String name, String agent) {
    return name.startsWith(agent + AgentPath.SEPARATOR);
  }

  /// Replaces the subagents of an agent from its next run on.
  ///
  /// @throws IllegalArgumentException if they are invalid
  public synchronized AgentSpec replaceSubagents(
      String agent, UnaryOperator<AvailableSubagents> change, TaskStarter delegation) {
    var now = Optional.ofNullable(built.get(agent)).orElseThrow();
    var next = SubagentReplacement.of(now, change.apply(now.conduct().delegates()), delegation);
    keep(now);
    keepBelow(agent);
    put(next);
    return next;
  }

  /// Replaces the tools of an agent from its next run on. Nothing changes if they are the same.
  ///
  /// @param problems with the tools, in place of those of the previous replacement
  public synchronized void replaceTools(
      String agent, UnaryOperator<AgentToolSet> change, List<Problem> problems) {
    var now = Optional.ofNullable(built.get(agent)).orElseThrow();
    var next = now.with(change.apply(now.tools()), problems);
    if (!next.recipe().equals(now.recipe())) {
      keep(now);
      keepBelow(agent);
    }
    put(next);
  }

  private void keepBelow(String agent) {
    below.forEach(
        (name, child) -> {
          if (isBelow(name, agent)) {
            keep(child);
          }
        });
  }

  /// Sets where the tools come from that differ between users.
  public void use(UserToolSource source) {
    userTools = source;
  }

  /// Replaces the tools that only one user has, from the next run on.
  ///
  /// @param tools null if there are no more
  public void replaceTools(AgentUser user, @Nullable ToolOverlay tools) {
    variants.put(user, tools);
  }

  /// Replaces the tools that only one session has, from the next run on.
  ///
  /// @param tools null if there are no more
  public void replaceTools(SessionId session, @Nullable ToolOverlay tools) {
    variants.put(session, tools);
  }

  /// Whether the tools for sessions of this user are known; see [UserToolSource#isReady].
  public boolean areToolsReady(SessionState state, Runnable whenReady) {
    return userTools.isReady(state.profile().agent(), state.profile().identity(), whenReady);
  }

  /// The agent as it is for a session. Waits until the tools of its user are known.
  ///
  /// @param identity of the session; read only if the tools depend on it
  public AgentSpec awaitFor(String name, SessionId session, Supplier<Identity> identity) {
    if (variants.isEmpty() && !userTools.isPerUser(name)) {
      return Objects.requireNonNull(find(name), "the agent is registered");
    }
    var user = identity.get();
    userTools.await(name, user);
    return Objects.requireNonNull(find(name, session, user), "the agent is registered");
  }

  private @Nullable AgentSpec find(String name, @Nullable SessionId session, Identity identity) {
    var base = find(name);
    return base == null
        ? null
        : variants.find(
            base, session, identity, name.indexOf('/') < 0 ? null : () -> child(name, identity));
  }

  /// A child of the variant that one user has.
  private @Nullable AgentSpec child(String name, Identity identity) {
    var above = find(AgentPath.above(name), null, identity);
    return above == null ? null : child(above, name);
  }

  private @Nullable AgentSpec child(AgentSpec above, String name) {
    return above
        .conduct()
        .delegates()
        .find(name.substring(name.lastIndexOf('/') + 1))
        .map(subagent -> ChildAgents.of(above, subagent, texts))
        .orElse(null);
  }

  /// The names of the built agents.
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
    var above = find(AgentPath.above(name));
    if (above == null) {
      return null;
    }
    var made = child(above, name);
    if (made != null) {
      below.put(name, made);
    }
    return made;
  }

  /// A child of an agent, which may have been changed since.
  public AgentSpec childOf(AgentSpec above, Subagent subagent) {
    if (above.equals(find(above.name()))
        && above.conduct().delegates().find(subagent.name()).filter(subagent::equals).isPresent()) {
      var known = find(above.name() + AgentPath.SEPARATOR + subagent.name());
      if (known != null) {
        return known;
      }
    }
    var made = ChildAgents.of(above, subagent, texts);
    keep(made);
    return made;
  }

  /// The agent of a session: the version with which its run started, or the current one if there is
  /// no run. If the model of the run was replaced, with the replacement.
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
    var now = find(profile.agent(), profile.session(), profile.identity());
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
    for (var above = AgentPath.above(name); !above.isEmpty(); above = AgentPath.above(above)) {
      var ancestor = find(above);
      if (ancestor != null) {
        var made = ChildAgents.revived(ancestor, name, recipe, texts);
        if (made != null) {
          keep(made);
        }
        return made;
      }
    }
    return null;
  }

  /// The recipe as it is journaled, without secrets.
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
      kept.put(new RecipeKey(spec.name(), recipe), spec);
      for (var choice : spec.conduct().fallbacks().choices()) {
        kept.put(new RecipeKey(spec.name(), recipe.withModel(choice.model().name())), spec);
      }
      while (kept.size() > MOST_KEPT) {
        kept.pollFirstEntry();
      }
      isAnythingKept = true;
    }
  }

  private @Nullable AgentSpec kept(String name, Recipe recipe) {
    synchronized (kept) {
      return kept.get(new RecipeKey(name, recipe));
    }
  }
}
