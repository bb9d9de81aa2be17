package dev.drover;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.budget.BudgetGuard;
import dev.drover.compaction.CompactionPolicy;
import dev.drover.hook.Hook;
import dev.drover.hook.HookRegistry;
import dev.drover.internal.agent.AgentRegistry;
import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.agent.AgentToolSet;
import dev.drover.internal.agent.BudgetGuardSlot;
import dev.drover.internal.agent.CallGovernance;
import dev.drover.internal.agent.CompletionChecks;
import dev.drover.internal.agent.FallbackModels;
import dev.drover.internal.agent.RunSettings;
import dev.drover.internal.agent.SubagentReplacement;
import dev.drover.internal.agent.UnansweredAction;
import dev.drover.internal.assembly.AgentServices;
import dev.drover.internal.delegation.AvailableSubagents;
import dev.drover.internal.delegation.HandOffTarget;
import dev.drover.internal.delegation.HandOffTool;
import dev.drover.internal.delegation.HostTaskTool;
import dev.drover.internal.delegation.TaskTool;
import dev.drover.internal.foreign.ForeignBudgetGuard;
import dev.drover.internal.foreign.ForeignChecker;
import dev.drover.internal.foreign.ForeignModel;
import dev.drover.internal.foreign.ForeignTool;
import dev.drover.internal.judge.UncoveredTools;
import dev.drover.internal.spend.PricedBudgets;
import dev.drover.internal.tool.JavaTools;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.budget.RunLimits.LoopGuard;
import dev.drover.kernel.budget.RunLimits.RequiredChecks;
import dev.drover.kernel.check.WaitLimit;
import dev.drover.kernel.event.Recipe;
import dev.drover.kernel.message.CallTerms.ApprovalTerms;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.policy.Checker;
import dev.drover.policy.Policy;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.model.Model;
import dev.drover.spi.tool.AgentTool;
import dev.drover.task.Subagent;
import dev.drover.verify.SessionVerification.VerificationCheck;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Collects the settings of an agent. Invalid settings are refused here or in [#build], and the
/// message names the field.
public final class AgentBuilder {
  private static final int DEFAULT_REPAIRS = 2;
  private static final String CHECKS = "requireChecks";

  private final Drover drover;
  private final AgentServices services;
  private final String name;
  private final List<ForeignTool> tools = new ArrayList<>();
  private final List<Hook> hooks = new ArrayList<>();
  private final List<ForeignModel> fallbacks = new ArrayList<>();
  private @Nullable ForeignModel model;
  private Duration patience = FallbackModels.DEFAULT_PATIENCE;
  private String instructions = "";
  private Policy policy = Policy.ASK_ALWAYS;
  private @Nullable ForeignChecker checker;
  private ApprovalTerms answerers = ApprovalTerms.ANYBODY;
  private WhenNobodyAnswers whenNobodyAnswers = WhenNobodyAnswers.PARK;
  private int maxTurns = RunLimits.DEFAULT.turns();
  private long maxTokens = RunLimits.DEFAULT.tokens();
  private LoopGuard loopGuard = LoopGuard.DEFAULT;
  private BudgetSet budgets = BudgetSet.NONE;
  private @Nullable ForeignBudgetGuard budgetGuard;
  private WhenBusy whenBusy = WhenBusy.REFUSE;
  private CompactionPolicy compaction = CompactionPolicy.DEFAULT;
  private long attachmentBytes = RunSettings.DEFAULT_ATTACHMENT_BYTES;
  private final List<Subagent> subagents = new ArrayList<>();
  private final List<McpServer> servers = new ArrayList<>();
  private final List<Problem> warnings = new ArrayList<>();
  private final List<HandOffTarget> successors = new ArrayList<>();
  private int taskDepth = AvailableSubagents.DEFAULT_DEPTH;
  private RequiredChecks required = RequiredChecks.NONE;
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
    this.services = drover.agentServices();
    this.name = name;
  }

  /// @param providerAndModel such as `anthropic/claude-sonnet-4-5`, of a registered provider
  public AgentBuilder model(String providerAndModel) {
    nonNull(providerAndModel, "providerAndModel");
    return model(services.models().find(providerAndModel));
  }

  public AgentBuilder model(Model choice) {
    nonNull(choice, "choice");
    model = ForeignModel.of(choice);
    return this;
  }

  /// Adds a fallback model. A run switches to it when the agent's model, or the fallback added
  /// before it, has failed for good. By default there is none, and the run fails. The next run
  /// starts with the agent's own model again.
  public AgentBuilder fallback(Model choice) {
    nonNull(choice, "choice");
    fallbacks.add(ForeignModel.of(choice));
    return this;
  }

  /// @param providerAndModel as in [#model(String)]
  public AgentBuilder fallback(String providerAndModel) {
    nonNull(providerAndModel, "providerAndModel");
    return fallback(services.models().find(providerAndModel));
  }

  /// The longest wait for a model's next attempt, for example because of a quota, before the run
  /// switches to the next model. By default two minutes.
  public AgentBuilder fallbackAfter(Duration wait) {
    nonNull(wait, "wait");
    patience = WaitLimit.cap(wait);
    return this;
  }

  /// The system instructions of every model request.
  public AgentBuilder instructions(String text) {
    instructions = nonNull(text, "text");
    return this;
  }

  /// Adds tools: each is an [AgentTool], an object with methods that are annotated as tools, or a
  /// collection of these.
  public AgentBuilder tools(Object... more) {
    nonNull(more, "more");
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
    nonNull(more, "more");
    return tools(more.toArray());
  }

  /// Which calls are allowed, need an approval, or are refused. By default every call needs an
  /// approval.
  public AgentBuilder policy(Policy choice) {
    policy = nonNull(choice, "choice");
    return this;
  }

  /// Allows calls that match these rules, in addition to what the policy so far allows.
  public AgentBuilder allowing(String... rules) {
    nonNull(rules, "rules");
    policy = configured("policy", () -> policy.allowing(rules));
    return this;
  }

  /// A rule of the host in Java. A session that was created with a checker cannot be opened without
  /// it.
  public AgentBuilder checker(Checker choice) {
    nonNull(choice, "choice");
    checker = ForeignChecker.of(choice);
    return this;
  }

  /// Adds a hook. More can be registered later, see [Agent#hooks] and [Session#hooks].
  public AgentBuilder hook(Hook hook) {
    nonNull(hook, "hook");
    hooks.add(hook);
    return this;
  }

  /// The people who may answer approval requests. By default anybody may.
  public AgentBuilder answerers(String... people) {
    nonNull(people, "people");
    answerers = new ApprovalTerms(List.of(people), answerers.timeout());
    return this;
  }

  /// What happens to a call that needs an approval. By default the run parks until an answer
  /// arrives, from any process. A program in which no person answers chooses
  /// [WhenNobodyAnswers#DENY].
  public AgentBuilder whenNobodyAnswers(WhenNobodyAnswers choice) {
    whenNobodyAnswers = nonNull(choice, "choice");
    return this;
  }

  /// How long people have to answer; after that the call is denied. By default there is no limit.
  public AgentBuilder answerWithin(Duration time) {
    nonNull(time, "time");
    answerers = configured("answerWithin", () -> new ApprovalTerms(answerers.names(), time));
    return this;
  }

  /// The maximum number of model calls with tools in one run. After them the model is called once
  /// more, without tools.
  public AgentBuilder maxTurns(int turns) {
    maxTurns = turns;
    return this;
  }

  /// No model call starts once a run has used this many tokens.
  public AgentBuilder maxTokens(long tokens) {
    maxTokens = tokens;
    return this;
  }

  /// The budgets of runs and sessions of this agent. By default there is no limit.
  public AgentBuilder budgets(BudgetSet choice) {
    budgets = nonNull(choice, "choice");
    return this;
  }

  /// A budget check of the host, asked before each model call and each tool call. It can be
  /// replaced later, see [Agent#replaceBudgetGuard].
  public AgentBuilder budgetGuard(BudgetGuard choice) {
    nonNull(choice, "choice");
    budgetGuard = new ForeignBudgetGuard(choice);
    return this;
  }

  /// When a run is stopped because it makes no progress. By default after 3 turns with the same
  /// calls and the same outcomes, 3 turns whose calls could not be made, or 12 calls in a row
  /// without a success.
  public AgentBuilder loopGuard(LoopGuard choice) {
    loopGuard = nonNull(choice, "choice");
    return this;
  }

  /// What happens to a prompt that arrives during a run, unless the prompt specifies it. By default
  /// it is refused.
  public AgentBuilder whenBusy(WhenBusy choice) {
    whenBusy = nonNull(choice, "choice");
    return this;
  }

  /// When the conversation is compacted automatically, and how much of it is kept. By default
  /// before a request that would fill more than nine tenths of the model's window.
  public AgentBuilder compaction(CompactionPolicy choice) {
    compaction = nonNull(choice, "choice");
    return this;
  }

  /// Adds subagents that the agent can delegate to with the tool `task`. By default there are none;
  /// [dev.drover.task.Subagent] has those that most agents can use.
  public AgentBuilder subagents(List<Subagent> more) {
    nonNull(more, "more");
    subagents.addAll(more);
    return this;
  }

  /// Warnings for programs that open a session of this agent, such as files that could not be used.
  /// See [Session#warnings].
  public AgentBuilder warnings(List<Problem> more) {
    nonNull(more, "more");
    warnings.addAll(more);
    return this;
  }

  /// Adds an agent that the model can hand a conversation to, with the tool `hand_off`. By default
  /// there is none. The successor is looked up by name at the time of the hand-off: build it in the
  /// same runtime.
  ///
  /// @param description for the model that chooses: what that agent is good at
  public AgentBuilder successor(String agent, String description) {
    nonNull(agent, "agent");
    nonNull(description, "description");
    successors.add(configured("successor", () -> new HandOffTarget(agent, description)));
    return this;
  }

  /// The maximum depth of nested tasks. By default a session can have three levels above it.
  public AgentBuilder maxTaskDepth(int depth) {
    taskDepth = depth;
    return this;
  }

  /// As [#requireChecks(List, int)], with two repairs.
  public AgentBuilder requireChecks(List<VerificationCheck> checks) {
    return requireChecks(checks, DEFAULT_REPAIRS);
  }

  /// A run that may have changed something completes only after these checks have passed. They are
  /// run by the agent's own tool `bash` when the model has given its answer. A failed check is
  /// returned to the model, which gets another turn. By default there are none.
  ///
  /// @param checks required commands
  /// @param repairs how often failed checks are returned before the run fails
  /// @throws ConfigurationInvalid if a check is optional, or is for a person
  public AgentBuilder requireChecks(List<VerificationCheck> checks, int repairs) {
    nonNull(checks, "checks");
    required = configured(CHECKS, () -> CompletionChecks.of(checks, repairs));
    return this;
  }

  /// The maximum size of each attachment. By default 10 MiB.
  public AgentBuilder maxAttachmentBytes(long bytes) {
    if (bytes < 0) {
      throw new ConfigurationInvalid(
          "maxAttachmentBytes", bytes + " is negative", "Give 0 for none, or a size in bytes.");
    }
    attachmentBytes = bytes;
    return this;
  }

  /// The folder that tools work in. By default the current directory.
  public AgentBuilder workspace(Path folder) {
    workspace = nonNull(folder, "folder");
    return this;
  }

  /// Gives the agent the tools of these MCP servers, as `mcp__server__tool`. Requires `drover-mcp`.
  ///
  /// [#build] waits until each server has answered, has failed, or has used up its time to start. A
  /// server that cannot be reached stops nothing: its tools are missing, and [Session#warnings] and
  /// [Agent#mcp] say why. When a server changes its tools, the next run has them.
  ///
  /// A server with headers or an authorization is connected for each user, when a session of that
  /// user is opened; [#build] does not wait for it. All other servers are connected once.
  public AgentBuilder mcp(McpServer... more) {
    nonNull(more, "more");
    for (var server : more) {
      nonNull(server, "more");
      if (servers.stream().anyMatch(each -> each.name().equals(server.name()))) {
        throw new ConfigurationInvalid(
            "mcp", "two servers are named '%s'".formatted(server.name()), "Rename one of them.");
      }
      servers.add(server);
    }
    return this;
  }

  /// Replaces an agent of the same name that this runtime already has, for all sessions of that
  /// agent, including open ones. Without this, [#build] refuses to build two agents of one name
  /// that differ.
  public AgentBuilder replacing() {
    precedence = AgentRegistry.Precedence.NEWER;
    return this;
  }

  /// Registers the agent with its runtime, which may then continue its unfinished runs. An agent of
  /// the same name with the same description may be built again: the model, tools and hooks of the
  /// new agent are used from then on, and hooks and subagents that were registered with the first
  /// one are kept.
  ///
  /// @throws dev.drover.problem.InvalidRequest.AgentExists if there is another agent of this name;
  ///   the message names the differences
  /// @throws ConfigurationInvalid if a field is invalid; the message names it
  public Agent build() {
    if (model == null) {
      throw new ConfigurationInvalid("model", "none was given", "Choose one with model(…).");
    }
    var folder = folder();
    var limits = limits(model.name());
    var delegates =
        configured(
            "subagents", () -> new AvailableSubagents(subagents, taskDepth, services.prices()));
    var toolbox = configured("tools", () -> new AgentToolSet(allTools(delegates), forHost()));
    requireTools(delegates, toolbox);
    requireShell(toolbox);
    var governance = governance(toolbox);
    var recipe = recipe(model.name(), toolbox, governance);
    services.connections().connect(name, servers, folder);
    return drover.register(
        new AgentSpec(
            name,
            model,
            instructions,
            toolbox,
            governance,
            new RunSettings(
                limits,
                whenBusy,
                new BudgetGuardSlot(budgetGuard),
                attachmentBytes,
                delegates,
                compaction,
                fallbacks(model),
                warnings),
            folder,
            recipe),
        precedence);
  }

  private Recipe recipe(String chosen, AgentToolSet toolbox, CallGovernance governance) {
    return new Recipe(
        chosen,
        services.texts().lasting(instructions),
        toolbox.names(),
        toolbox.digest(),
        services.texts().lasting(governance.text()));
  }

  private static void requireTools(AvailableSubagents delegates, AgentToolSet toolbox) {
    try {
      SubagentReplacement.requireTools(delegates, toolbox);
    } catch (IllegalArgumentException unknown) {
      throw new ConfigurationInvalid(
          "subagents",
          String.valueOf(unknown.getMessage()),
          "Correct the name, or give the agent that tool.");
    }
  }

  private void requireShell(AgentToolSet toolbox) {
    try {
      CompletionChecks.requireShell(required, toolbox);
    } catch (IllegalArgumentException missing) {
      throw new ConfigurationInvalid(
          CHECKS,
          String.valueOf(missing.getMessage()),
          "Give the agent the workspace tools, or require no checks.");
    }
  }

  private Path folder() {
    var folder = workspace.toAbsolutePath().normalize();
    if (!Files.isDirectory(folder)) {
      throw new ConfigurationInvalid(
          "workspace", folder + " is not a folder", "Create it, or choose another.");
    }
    return folder;
  }

  private List<AgentTool> allTools(AvailableSubagents delegates) {
    var all = new ArrayList<AgentTool>(tools);
    if (!delegates.all().isEmpty()) {
      all.add(new TaskTool(delegates, services.tasks()));
    }
    if (!successors.isEmpty()) {
      all.add(new HandOffTool(successors, services.handOff()));
    }
    return all;
  }

  /// A tool of the host with the same name takes precedence.
  private List<AgentToolSet.ForHost> forHost() {
    if (tools.stream().anyMatch(tool -> tool.spec().name().equals(TaskTool.NAME))) {
      return List.of();
    }
    var task = new HostTaskTool(services.tasks(), services.workerModels()::find);
    return List.of(new AgentToolSet.ForHost(TaskTool.NAME, task));
  }

  private CallGovernance governance(AgentToolSet toolbox) {
    if (whenNobodyAnswers == WhenNobodyAnswers.PARK) {
      UncoveredTools.warn(name, policy, toolbox.names());
    }
    return new CallGovernance(policy, checker, answerers, unanswered(), hooks());
  }

  private UnansweredAction unanswered() {
    return switch (whenNobodyAnswers) {
      case PARK -> UnansweredAction.PARKED;
      case DENY -> UnansweredAction.DENIED;
    };
  }

  private HookRegistry hooks() {
    var registered = new HookRegistry();
    hooks.forEach(registered::register);
    return registered;
  }

  private RunLimits limits(String modelName) {
    var priced = PricedBudgets.priced(budgets, services.prices(), modelName);
    return configured(
        "limits",
        () ->
            new RunLimits(
                maxTurns, maxTokens, RunLimits.DEFAULT.attempts(), loopGuard, priced, required));
  }

  private FallbackModels fallbacks(ForeignModel first) {
    var names = new HashSet<>(Set.of(first.name()));
    var choices = new ArrayList<FallbackModels.Choice>(fallbacks.size());
    for (var next : fallbacks) {
      if (!names.add(next.name())) {
        throw new ConfigurationInvalid(
            "fallback",
            "'%s' is named twice".formatted(next.name()),
            "Name each model once: one that has failed is not asked again in the run.");
      }
      var price = PricedBudgets.priced(budgets, services.prices(), next.name()).price();
      choices.add(new FallbackModels.Choice(next, price));
    }
    return configured("fallbackAfter", () -> new FallbackModels(choices, patience));
  }

  private interface ValueFactory<T> {
    T make();
  }

  private static <T> T configured(String field, ValueFactory<T> making) {
    try {
      return making.make();
    } catch (IllegalArgumentException wrong) {
      throw new ConfigurationInvalid(
          field, String.valueOf(wrong.getMessage()), "Correct it and build the agent again.");
    }
  }
}
