package dev.drover.internal.compaction;

import dev.drover.AgentBuilder;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.NarrowModel;
import dev.drover.hook.Hook;
import dev.drover.hook.Hook.GateOutcome;
import dev.drover.kernel.budget.RunLimits.LoopGuard;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.spi.model.ModelRequest;
import dev.drover.testkit.CrashScenario;
import dev.drover.testkit.PerformedEffects;
import java.util.ArrayList;
import java.util.List;

/// A run whose conversation becomes too long in its fourth turn. Replies depend on the request
/// alone, so they are the same in every process.
///
/// @param hook the decision of the hook before the compaction
/// @param summing the model's reply to the request for a summary
record LongRun(GateOutcome hook, NarrowModel.Mind summing) implements CrashScenario {
  /// Recorded each time the hook is asked.
  static final EffectId HOOK = new EffectId(1_000);

  /// Recorded each time the model is asked for a summary.
  static final EffectId SUMMARY = new EffectId(1_001);

  LongRun(GateOutcome hook) {
    this(hook, _ -> FakeAgents.says(NarrowModel.SUMMARY));
  }

  @Override
  public String prompt() {
    return "Look until you have seen enough.";
  }

  @Override
  public AgentBuilder configure(AgentBuilder agent, PerformedEffects ledger) {
    return agent
        .model(
            NarrowModel.lenient(8_000, LongRun::reply)
                .summing(
                    request -> {
                      ledger.performed(SUMMARY);
                      return summing.reply(request);
                    }))
        .tools(
            FakeTool.pure(
                "look",
                call -> {
                  ledger.performed(call.effect());
                  return FakeAgents.done("seen");
                }))
        .loopGuard(LoopGuard.OFF)
        .policy(Policy.ALLOW_ALL)
        .hook(
            Hook.beforeCompaction(
                "scribe",
                _ -> {
                  ledger.performed(HOOK);
                  return hook;
                }));
  }

  private static ModelReply reply(ModelRequest request) {
    boolean isShortened =
        request.messages().stream()
            .anyMatch(
                message ->
                    message instanceof Message.User said
                        && CompactionOutcome.Applied.isSummaryMessage(said));
    long replies = request.messages().stream().filter(Message.Assistant.class::isInstance).count();
    var blocks = new ArrayList<ContentBlock>();
    blocks.add(new ContentBlock.Prose(Text.of("I look. ".repeat(800))));
    if (!isShortened && replies < 4) {
      blocks.add(new ContentBlock.Call(new ToolCall("call-" + replies, "look", Text.of("{}"))));
      return new ModelReply(blocks, ModelReply.StopReason.CALLS, Usage.NONE);
    }
    return new ModelReply(
        List.of(new ContentBlock.Prose(Text.of("enough"))), ModelReply.StopReason.DONE, Usage.NONE);
  }
}
