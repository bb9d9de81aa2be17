package dev.drover.testkit;

import dev.drover.kernel.Block;
import dev.drover.kernel.Budget;
import dev.drover.kernel.Budgets;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.Deferred;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolAnswer;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Agent;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Drover;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.task.Subagent;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.tool.AgentTool;
import dev.drover.testkit.Fakes.FakeTool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// The agents of a soak run. What their model reports and what their tools do is noted beside the
/// store, so that the journals can be held against it.
final class SoakWorld implements Model {
  static final String ACCOUNT = "acme";
  static final String SCOUT = "scout";
  static final String CLERK = "clerk";
  static final String HEIR = "heir";
  static final String MISER = "miser";

  /// How lively the model is.
  enum Mood {
    LIVELY,
    /// Answers in words and begins nothing, so that all comes to an end.
    QUIET
  }

  private final Notebook notes;
  private final String process;
  private final Mood mood;
  private final SplittableRandom chance;
  private final AtomicLong replies = new AtomicLong();

  SoakWorld(Notebook notes, String process, Mood mood, long seed) {
    this.notes = notes;
    this.process = process;
    this.mood = mood;
    this.chance = new SplittableRandom(seed);
  }

  /// All of them, known to the runtime from here on.
  Map<String, Agent> agents(Drover drover) {
    var scout = Subagent.of(SCOUT, "finds things", "Find it.").withTools("pay", "note", "later");
    var large = Budgets.NONE.ofAccount(ACCOUNT, Budget.NONE.tokens(1_000_000_000));
    var heir = agent(drover, HEIR, large, List.of(scout)).build();
    var clerk = agent(drover, CLERK, large, List.of(scout)).successor(HEIR, "goes on").build();
    var small = Budgets.NONE.ofTree(Budget.NONE.modelCalls(4));
    var miser = agent(drover, MISER, small, List.of(scout)).build();
    return Map.of(CLERK, clerk, HEIR, heir, MISER, miser);
  }

  private AgentBuilder agent(
      Drover drover, String name, Budgets budgets, List<Subagent> subagents) {
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
              return Deferred.untilCompleted();
            }));
  }

  private ToolAnswer noted(String kind, String key) throws InterruptedException {
    notes.write(kind, key);
    dawdle();
    return Fakes.done("done " + key);
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
  public ModelReply call(ModelRequest request, DeltaSink deltas)
      throws ModelException, InterruptedException {
    objections(request).forEach(words -> notes.write("invalid", words));
    dawdle();
    int dice = roll(100);
    if (mood == Mood.LIVELY && dice < 6) {
      throw Fakes.broken(
          dice < 4 ? new Failure.Retry.Later(Duration.ofMillis(20)) : Failure.Retry.NEVER);
    }
    boolean acts = mood == Mood.LIVELY && dice < 60 && !request.tools().isEmpty();
    return acts ? reported(calls(request), StopReason.CALLS) : reported(List.of(), StopReason.DONE);
  }

  /// The name of the reply is in its words, so that it can be found in a journal.
  private ModelReply reported(List<Block> calls, StopReason stop) {
    var name = "<" + process + "-" + replies.incrementAndGet() + ">";
    var usage = new Usage(1 + roll(50), 5 + roll(50), roll(20), roll(20), roll(5));
    var blocks = new ArrayList<Block>();
    blocks.add(new Block.Prose(Text.of(name)));
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

  private List<Block> calls(ModelRequest request) {
    boolean isChild = request.agent().endsWith("/" + SCOUT);
    var blocks = new ArrayList<Block>();
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

  private Block task(int number) {
    return call(
        number,
        "task",
        "{\"agent\":\"scout\",\"prompt\":\"Look.\"%s}"
            .formatted(roll(3) == 0 ? ",\"background\":true" : ""));
  }

  private static Block call(int number, String tool, String arguments) {
    return new Block.Call(new ToolCall("c" + number, tool, Text.of(arguments)));
  }

  /// Now and then it takes a while, so that others come in between.
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

  /// What a strict provider has against a request: each call has one result, directly behind it.
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
            if (block instanceof Block.Call(var call) && !open.add(call.callId())) {
              objections.add("a call twice: " + call.callId());
            }
          }
        }
        case Message.ToolResult result -> {
          if (!open.remove(result.callId())) {
            objections.add("a result for nobody: " + result.callId());
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
