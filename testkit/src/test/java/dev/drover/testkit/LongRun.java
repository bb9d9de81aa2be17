package dev.drover.testkit;

import dev.drover.kernel.Block;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.LoopGuard;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.Shortening;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Usage;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.hook.GateOutcome;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.policy.Policy;
import dev.drover.spi.model.ModelRequest;
import dev.drover.testkit.Fakes.FakeTool;
import java.util.ArrayList;
import java.util.List;

/// A run whose conversation becomes too long in its fourth turn. What the model says depends on the
/// request alone, so it is the same in every life.
///
/// @param hook what it says when the conversation is to become shorter
/// @param summing what the model says when it is to sum up
record LongRun(GateOutcome hook, NarrowModel.Mind summing) implements Scenario {
  /// Stands in the ledger each time the hook is asked.
  static final EffectId HOOK = new EffectId(1_000);

  /// Stands in the ledger each time the model is to sum up.
  static final EffectId SUMMARY = new EffectId(1_001);

  LongRun(GateOutcome hook) {
    this(hook, _ -> Fakes.says(NarrowModel.SUMMARY));
  }

  @Override
  public String prompt() {
    return "Look until you have seen enough.";
  }

  @Override
  public AgentBuilder equip(AgentBuilder agent, Ledger ledger) {
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
                  return Fakes.done("seen");
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
            .anyMatch(message -> message instanceof Message.User said && Shortening.isMadeOf(said));
    long replies = request.messages().stream().filter(Message.Assistant.class::isInstance).count();
    var blocks = new ArrayList<Block>();
    blocks.add(new Block.Prose(Text.of("I look. ".repeat(800))));
    if (!isShortened && replies < 4) {
      blocks.add(new Block.Call(new ToolCall("call-" + replies, "look", Text.of("{}"))));
      return new ModelReply(blocks, ModelReply.StopReason.CALLS, Usage.NONE);
    }
    return new ModelReply(
        List.of(new Block.Prose(Text.of("enough"))), ModelReply.StopReason.DONE, Usage.NONE);
  }
}
