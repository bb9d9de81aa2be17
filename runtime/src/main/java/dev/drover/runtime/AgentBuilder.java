package dev.drover.runtime;

import dev.drover.kernel.Answerers;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.Limits;
import dev.drover.kernel.LongestWait;
import dev.drover.kernel.LoopGuard;
import dev.drover.kernel.Problem;
import dev.drover.kernel.Recipe;
import dev.drover.kernel.WhenBusy;
import dev.drover.runtime.agent.AgentRegistry;
import dev.drover.runtime.agent.AgentSpec;
import dev.drover.runtime.agent.Conduct;
import dev.drover.runtime.agent.Fallbacks;
import dev.drover.runtime.agent.Governance;
import dev.drover.runtime.agent.Toolbox;
import dev.drover.runtime.agent.Unanswered;
import dev.drover.runtime.budget.BudgetGuard;
import dev.drover.runtime.compact.CompactionPolicy;
import dev.drover.runtime.foreign.ForeignChecker;
import dev.drover.runtime.foreign.ForeignGuard;
import dev.drover.runtime.foreign.ForeignModel;
import dev.drover.runtime.foreign.ForeignTool;
import dev.drover.runtime.handoff.HandOffTool;
import dev.drover.runtime.handoff.Successor;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.hook.Hooks;
import dev.drover.runtime.policy.Checker;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.task.Delegates;
import dev.drover.runtime.task.HostTaskTool;
import dev.drover.runtime.task.Subagent;
import dev.drover.runtime.task.TaskTool;
import dev.drover.runtime.tool.JavaTools;
import dev.drover.spi.model.Model;
import dev.drover.spi.tool.AgentTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What makes an agent. What cannot work is refused here, or when it is built, and the message
/// names the field.
public final class AgentBuilder {
  private final Drover drover;
  private final String name;
  private final List<ForeignTool> tools = new ArrayList<>();
  private final List<Hook> hooks = new ArrayList<>();
  private final List<ForeignModel> fallbacks = new ArrayList<>();
  private @Nullable ForeignModel model;
  private Duration patience = Fallbacks.DEFAULT_PATIENCE;
  private String instructions = "";
  private Policy policy = Policy.ASK_ALWAYS;
  private @Nullable ForeignChecker checker;
  private Answerers answerers = Answerers.ANYBODY;
  private WhenNobodyAnswers whenNobodyAnswers = WhenNobodyAnswers.PARK;
  private int maxTurns = Limits.DEFAULT.turns();
  private long maxTokens = Limits.DEFAULT.tokens();
  private LoopGuard loopGuard = LoopGuard.DEFAULT;
  private Budgets budgets = Budgets.NONE;
  private @Nullable ForeignGuard budgetGuard;
  private WhenBusy whenBusy = WhenBusy.REFUSE;
  private CompactionPolicy compaction = CompactionPolicy.DEFAULT;
  private long attachmentBytes = Conduct.DEFAULT_ATTACHMENT_BYTES;
  private final List<Subagent> subagents = new ArrayList<>();
  private final List<Problem> warnings = new ArrayList<>();
  private final List<Successor> successors = new ArrayList<>();
  private int taskDepth = Delegates.DEFAULT_DEPTH;
  private Path workspace = Path.of("");
  private AgentRegistry.Precedence precedence = AgentRegistry.Precedence.EQUAL;

  AgentBuilder(Drover drover, String name) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,63}")) {
      throw new ConfigurationInvalid(
          "name",
          "'%s' is not an agent's name".formatted(name),
          "Use 1 to 64 letters, digits, '-' or '_', starting with a letter or digit.");
    }
    this.drover = drover;
    this.name = name;
  }

  /// @param providerAndModel such as `anthropic/claude-sonnet-4-5`, of a registered provider
  public AgentBuilder model(String providerAndModel) {
    return model(drover.models().find(providerAndModel));
  }

  public AgentBuilder model(Model choice) {
    model = ForeignModel.of(choice);
    return this;
  }

  /// Adds a model that a run goes on with when the agent's own, or the one that was added before,
  /// has failed for good. By default there is none, and the run fails. The next run begins with the
  /// agent's own model again.
  public AgentBuilder fallback(Model choice) {
    fallbacks.add(ForeignModel.of(choice));
    return this;
  }

  /// @param providerAndModel as in [#model(String)]
  public AgentBuilder fallback(String providerAndModel) {
    return fallback(drover.models().find(providerAndModel));
  }

  /// How far away the next attempt of a model may be, because of a quota say, before the run goes
  /// on with the next one. By default two minutes.
  public AgentBuilder fallbackAfter(Duration wait) {
    patience = LongestWait.cap(wait);
    return this;
  }

  /// What the model is told before anything else.
  public AgentBuilder instructions(String text) {
    instructions = text;
    return this;
  }

  /// Adds tools: each an [AgentTool], an object with methods that are annotated as tools, or a
  /// collection of such.
  public AgentBuilder tools(Object... more) {
    for (var one : more) {
      if (one instanceof AgentTool tool) {
        tools.add(ForeignTool.of(tool));
      } else {
        tools(configured("tools", () -> JavaTools.of(one)));
      }
    }
    return this;
  }

  /// Adds tools: each an [AgentTool], or an object with methods that are annotated as tools.
  public AgentBuilder tools(Collection<?> more) {
    return tools(more.toArray());
  }

  /// Which calls are allowed, asked for, or refused. By default a person is asked about every call.
  public AgentBuilder policy(Policy choice) {
    policy = choice;
    return this;
  }

  /// A rule of the host's own. Sessions that it watched are not opened without it.
  public AgentBuilder checker(Checker choice) {
    checker = ForeignChecker.of(choice);
    return this;
  }

  /// Code of the host that is asked or told when something happens. More can be registered later,
  /// see [Agent#hooks] and [Session#hooks].
  public AgentBuilder hook(Hook hook) {
    hooks.add(hook);
    return this;
  }

  /// Who may answer when a person is asked. By default anybody.
  public AgentBuilder answerers(String... people) {
    answerers = new Answerers(List.of(people), answerers.within());
    return this;
  }

  /// What becomes of a call that a person must be asked about. By default the run parks until
  /// somebody answers, from whichever process; a program in which nobody does chooses
  /// [WhenNobodyAnswers#DENY].
  public AgentBuilder whenNobodyAnswers(WhenNobodyAnswers choice) {
    whenNobodyAnswers = choice;
    return this;
  }

  /// How long people have to answer; when the time is over the answer is no. By default for ever.
  public AgentBuilder answerWithin(Duration time) {
    answerers = configured("answerWithin", () -> new Answerers(answerers.names(), time));
    return this;
  }

  /// Model calls with tools in one run; after them the model is asked once more, without.
  public AgentBuilder maxTurns(int turns) {
    maxTurns = turns;
    return this;
  }

  /// No model call is begun once a run has used this many tokens.
  public AgentBuilder maxTokens(long tokens) {
    maxTokens = tokens;
    return this;
  }

  /// What runs and sessions of this agent may spend. By default there is no limit.
  public AgentBuilder budgets(Budgets choice) {
    budgets = choice;
    return this;
  }

  /// A budget of the host's own, asked before each call of the model and of its tools.
  public AgentBuilder budgetGuard(BudgetGuard choice) {
    budgetGuard = new ForeignGuard(choice);
    return this;
  }

  /// When a run is stopped because it goes round in circles. By default after 3 turns that did the
  /// same with the same outcomes, 3 turns whose calls could not be made, or 12 calls in a row
  /// without a success.
  public AgentBuilder loopGuard(LoopGuard choice) {
    loopGuard = choice;
    return this;
  }

  /// What becomes of a prompt while a run is going, if it does not say so itself. By default it is
  /// refused.
  public AgentBuilder whenBusy(WhenBusy choice) {
    whenBusy = choice;
    return this;
  }

  /// When the conversation is made shorter by itself, and how much of it stays. By default before a
  /// request that would fill more than nine tenths of the model's window.
  public AgentBuilder compaction(CompactionPolicy choice) {
    compaction = choice;
    return this;
  }

  /// Adds some that the agent can give work to, with the tool `task`. By default there are none;
  /// [dev.drover.runtime.task.Subagents] has those that most agents can use.
  public AgentBuilder subagents(List<Subagent> more) {
    subagents.addAll(more);
    return this;
  }

  /// What those should know who open a session of it, such as files that could not be used. See
  /// [Session#warnings].
  public AgentBuilder warnings(List<Problem> more) {
    warnings.addAll(more);
    return this;
  }

  /// Adds an agent that its model can hand a conversation to, with the tool `hand_off`. By default
  /// there is none. Who goes on is found by name when it happens: build it in the same runtime.
  ///
  /// @param description for the model that chooses: what that agent is good at
  public AgentBuilder successor(String agent, String description) {
    successors.add(configured("successor", () -> new Successor(agent, description)));
    return this;
  }

  /// How far down work can be given: whoever works for somebody may give work to others. By default
  /// three sessions stand above the lowest.
  public AgentBuilder maxTaskDepth(int depth) {
    taskDepth = depth;
    return this;
  }

  /// How large each of the things is at most that go with a prompt. By default 10 MiB.
  public AgentBuilder maxAttachmentBytes(long bytes) {
    if (bytes < 0) {
      throw new ConfigurationInvalid(
          "maxAttachmentBytes", bytes + " is negative", "Give 0 for none, or a size in bytes.");
    }
    attachmentBytes = bytes;
    return this;
  }

  /// The folder that tools work in. By default the current one.
  public AgentBuilder workspace(Path folder) {
    workspace = folder;
    return this;
  }

  /// The agent takes the place of one of its name that this runtime knows already, for all sessions
  /// of that name, also those that are open. Without it [#build] refuses to build two that differ.
  public AgentBuilder replacing() {
    precedence = AgentRegistry.Precedence.NEWER;
    return this;
  }

  /// Makes the agent known to its runtime, which may begin to drive its unfinished runs. An agent
  /// of the same name that is described the same way may be built again: the new one's model, tools
  /// and hooks are used from then on, and what was registered with the first one stays.
  ///
  /// @throws dev.drover.runtime.problem.AgentExists if there is another agent of this name, naming
  ///   what differs
  /// @throws ConfigurationInvalid naming the field that is wrong
  public Agent build() {
    if (model == null) {
      throw new ConfigurationInvalid("model", "none was given", "Choose one with model(…).");
    }
    var folder = folder();
    var limits = limits(model.name());
    var delegates =
        configured("subagents", () -> new Delegates(subagents, taskDepth, drover.prices()));
    var toolbox = configured("tools", () -> new Toolbox(allTools(delegates), forHost()));
    var governance = governance(toolbox);
    var recipe =
        new Recipe(
            model.name(),
            drover.engine().texts().lasting(instructions),
            toolbox.names(),
            toolbox.digest(),
            drover.engine().texts().lasting(governance.text()));
    return drover.register(
        new AgentSpec(
            name,
            model,
            instructions,
            toolbox,
            governance,
            new Conduct(
                limits,
                whenBusy,
                budgetGuard,
                attachmentBytes,
                delegates,
                compaction,
                fallbacks(model),
                warnings),
            folder,
            recipe),
        precedence);
  }

  private Path folder() {
    var folder = workspace.toAbsolutePath().normalize();
    if (!Files.isDirectory(folder)) {
      throw new ConfigurationInvalid(
          "workspace", folder + " is not a folder", "Create it, or choose another.");
    }
    return folder;
  }

  private List<AgentTool> allTools(Delegates delegates) {
    var all = new ArrayList<AgentTool>(tools);
    if (!delegates.all().isEmpty()) {
      all.add(new TaskTool(delegates, new Delegating(drover)));
    }
    if (!successors.isEmpty()) {
      all.add(new HandOffTool(successors, new HandingOff(drover)));
    }
    return all;
  }

  /// A tool of the host's own by that name is left alone.
  private List<Toolbox.ForHost> forHost() {
    if (tools.stream().anyMatch(tool -> tool.spec().name().equals(TaskTool.NAME))) {
      return List.of();
    }
    var task = new HostTaskTool(new Delegating(drover), drover.workerModels()::find);
    return List.of(new Toolbox.ForHost(TaskTool.NAME, task));
  }

  private Governance governance(Toolbox toolbox) {
    if (whenNobodyAnswers == WhenNobodyAnswers.PARK) {
      UncoveredTools.warn(name, policy, toolbox.names());
    }
    return new Governance(policy, checker, answerers, unanswered(), hooks());
  }

  private Unanswered unanswered() {
    return switch (whenNobodyAnswers) {
      case PARK -> Unanswered.PARKED;
      case DENY -> Unanswered.DENIED;
    };
  }

  private Hooks hooks() {
    var registered = new Hooks();
    hooks.forEach(registered::register);
    return registered;
  }

  private Limits limits(String modelName) {
    var priced = SessionBudgets.priced(budgets, drover.prices(), modelName);
    return configured(
        "limits",
        () -> new Limits(maxTurns, maxTokens, Limits.DEFAULT.attempts(), loopGuard, priced));
  }

  private Fallbacks fallbacks(ForeignModel first) {
    var names = new HashSet<>(Set.of(first.name()));
    var choices = new ArrayList<Fallbacks.Choice>(fallbacks.size());
    for (var next : fallbacks) {
      if (!names.add(next.name())) {
        throw new ConfigurationInvalid(
            "fallback",
            "'%s' is named twice".formatted(next.name()),
            "Name each model once: one that has failed is not asked again in the run.");
      }
      var price = SessionBudgets.priced(budgets, drover.prices(), next.name()).price();
      choices.add(new Fallbacks.Choice(next, price));
    }
    return configured("fallbackAfter", () -> new Fallbacks(choices, patience));
  }

  private interface Making<T> {
    T make();
  }

  private static <T> T configured(String field, Making<T> making) {
    try {
      return making.make();
    } catch (IllegalArgumentException wrong) {
      throw new ConfigurationInvalid(
          field, String.valueOf(wrong.getMessage()), "Correct it and build the agent again.");
    }
  }
}
