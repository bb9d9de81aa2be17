package dev.drover.soak;

import dev.drover.Agent;
import dev.drover.AgentBuilder;
import dev.drover.Drover;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.budget.Budget;
import dev.drover.kernel.budget.BudgetSet;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.tool.AgentTool;
import dev.drover.task.Subagent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// The agents of a soak run. The usage of their model and the actions of their tools are logged
/// outside of the store, so that journals can be compared with them.
final class SoakWorld implements Model {
  static final String ACCOUNT = "acme";
  static final String SCOUT = "scout";
  static final String CLERK = "clerk";
  static final String HEIR = "heir";
  static final String MISER = "miser";

  /// How active the model is.
  enum Mood {
    LIVELY,
    /// Answers with text only, so that all work ends.
    QUIET
  }

  private final ActionLog notes;
  private final String process;
  private final Mood mood;
  private final SplittableRandom chance;
  private final AtomicLong replies = new AtomicLong();

  SoakWorld(ActionLog notes, String process, Mood mood, long seed) {
    this.notes = notes;
    this.process = process;
    this.mood = mood;
    this.chance = new SplittableRandom(seed);
  }

  /// Builds all agents in the runtime.
  Map<String, Agent> agents(Drover drover) {
    var scout = Subagent.of(SCOUT, "finds things", "Find it.").withTools("pay", "note", "later");
    var large = BudgetSet.NONE.ofAccount(ACCOUNT, Budget.NONE.tokens(1_000_000_000));
    var heir = agent(drover, HEIR, large, List.of(scout)).build();
    var clerk = agent(drover, CLERK, large, List.of(scout)).successor(HEIR, "goes on").build();
    var small = BudgetSet.NONE.ofTree(Budget.NONE.modelCalls(4));
    var miser = agent(drover, MISER, small, List.of(scout)).build();
    return Map.of(CLERK, clerk, HEIR, heir, MISER, miser);
  }

  private AgentBuilder agent(
      Drover drover, String name, BudgetSet budgets, List<Subagent> subagents) {
    return drover
        .agent(name)
        .model(this)
        .instructions("Work.")
        .tools(tools())
        .policy(Policy.ALLOW_ALL.asking("sign"))
        .maxTurns(5)
        .budgets(budgets)
        .subagents(subagents);
  }

  private List<AgentTool> tools() {
    return List.of(
        FakeTool.unsafe("pay", call -> noted("unsafe", call.idempotencyKey())),
        FakeTool.unsafe("sign", call -> noted("unsafe", call.idempotencyKey())),
        FakeTool.of(
            "note",
            EffectClass.IDEMPOTENT,
            AfterCrash.RUN_AGAIN,
            call -> noted("keyed", call.idempotencyKey())),
        FakeTool.of(
            "later",
            EffectClass.IDEMPOTENT,
            AfterCrash.RUN_AGAIN,
            call -> {
              notes.write("deferred", call.completionKey());
              return ToolDeferral.untilCompleted();
            }));
  }

  private ToolAnswer noted(String kind, String key) throws InterruptedException {
    notes.write(kind, key);
    dawdle();
    return FakeAgents.done("done " + key);
  }

  @Override
  public String name() {
    return "fake/soak";
  }

  @Override
  public int maxOutput() {
    return 100;
  }

  @Override
  public ModelReply call(ModelRequest request, Delta.Sink deltas)
      throws ModelException, InterruptedException {
    objections(request).forEach(words -> notes.write("invalid", words));
    dawdle();
    int dice = roll(100);
    if (mood == Mood.LIVELY && dice < 6) {
      throw FakeAgents.broken(
          dice < 4 ? new Failure.Retry.Later(Duration.ofMillis(20)) : Failure.Retry.NEVER);
    }
    boolean acts = mood == Mood.LIVELY && dice < 60 && !request.tools().isEmpty();
    return acts ? reported(calls(request), StopReason.CALLS) : reported(List.of(), StopReason.DONE);
  }

  /// The text contains the id of the reply, so that it can be found in a journal.
  private ModelReply reported(List<ContentBlock> calls, StopReason stop) {
    var name = "<" + process + "-" + replies.incrementAndGet() + ">";
    var usage = new Usage(1 + roll(50), 5 + roll(50), roll(20), roll(20), roll(5));
    var blocks = new ArrayList<ContentBlock>();
    blocks.add(new ContentBlock.Prose(Text.of(name)));
    blocks.addAll(calls);
    notes.write(
        "reply",
        name,
        usage.input(),
        usage.output(),
        usage.cacheRead(),
        usage.cacheWrite(),
        usage.reasoning());
    return new ModelReply(blocks, stop, usage);
  }

  private List<ContentBlock> calls(ModelRequest request) {
    boolean isChild = request.agent().endsWith("/" + SCOUT);
    var blocks = new ArrayList<ContentBlock>();
    int dice = roll(100);
    if (!isChild && dice < 4 && request.agent().equals(CLERK)) {
      return List.of(call(0, "hand_off", "{\"agent\":\"heir\",\"message\":\"Go on.\"}"));
    }
    int count = 1 + roll(isChild ? 2 : 4);
    for (int i = 0; i < count; i++) {
      blocks.add(isChild || roll(3) > 0 ? call(i, plain(isChild), "{}") : task(i));
    }
    return blocks;
  }

  private String plain(boolean isChild) {
    var names =
        isChild
            ? List.of("pay", "note", "later", "nothing")
            : List.of("pay", "note", "later", "sign");
    return names.get(roll(names.size()));
  }

  private ContentBlock task(int number) {
    return call(
        number,
        "task",
        "{\"agent\":\"scout\",\"prompt\":\"Look.\"%s}"
            .formatted(roll(3) == 0 ? ",\"background\":true" : ""));
  }

  private static ContentBlock call(int number, String tool, String arguments) {
    return new ContentBlock.Call(new ToolCall("c" + number, tool, Text.of(arguments)));
  }

  /// Sometimes takes a while, so that other processes interleave.
  private void dawdle() throws InterruptedException {
    if (roll(4) == 0) {
      boolean never = new CountDownLatch(1).await(1 + roll(60), TimeUnit.MILLISECONDS);
      assert !never;
    }
  }

  private int roll(int sides) {
    synchronized (chance) {
      return chance.nextInt(sides);
    }
  }

  /// The objections of a strict provider: each call has one result, directly after it.
  private static List<String> objections(ModelRequest request) {
    var objections = new ArrayList<String>();
    var open = new HashSet<String>();
    for (var message : request.messages()) {
      switch (message) {
        case Message.Assistant(var blocks, _) -> {
          if (!open.isEmpty()) {
            objections.add("a reply while calls are open: " + open);
          }
          for (var block : blocks) {
            if (block instanceof ContentBlock.Call(var call) && !open.add(call.callId())) {
              objections.add("a call twice: " + call.callId());
            }
          }
        }
        case Message.ToolResult result -> {
          if (!open.remove(result.callId())) {
            objections.add("a result without a call: " + result.callId());
          }
        }
        case Message.User _ -> {
          if (!open.isEmpty()) {
            objections.add("words while calls are open: " + open);
          }
        }
      }
    }
    if (!open.isEmpty() || request.messages().getLast() instanceof Message.Assistant) {
      objections.add("nothing to answer, or calls without results: " + open);
    }
    return objections;
  }
}
