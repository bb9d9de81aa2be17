package dev.drover.testkit;

import dev.drover.kernel.Block;
import dev.drover.kernel.CallTerms;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.CallTerms.Pace;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Usage;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.policy.Policy;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;
import java.util.stream.Stream;

/// Three turns: two reads and a note side by side; a payment that a person must allow; the answer.
final class ThreeTurns implements Scenario {
  private static final String ANY = "{\"type\":\"object\"}";

  @Override
  public String prompt() {
    return "settle the bill";
  }

  @Override
  public AgentBuilder equip(AgentBuilder agent, Ledger ledger) {
    return agent
        .model(new Accountant())
        .tools(
            List.of(
                new Recording("look", EffectClass.PURE, AfterCrash.RUN_AGAIN, ledger),
                new Recording("note", EffectClass.IDEMPOTENT, AfterCrash.RUN_AGAIN, ledger),
                new Recording("pay", EffectClass.UNSAFE, AfterCrash.TELL_MODEL, ledger)))
        .policy(Policy.ALLOW_ALL.asking("pay"));
  }

  /// Decides by the number of its own replies so far, as a scripted model does.
  private static final class Accountant implements Model {
    @Override
    public String name() {
      return "test/accountant";
    }

    @Override
    public ModelReply call(ModelRequest request, DeltaSink deltas) {
      long replies =
          request.messages().stream().filter(Message.Assistant.class::isInstance).count();
      return switch ((int) replies) {
        case 0 -> calls("look", "note", "look");
        case 1 -> calls("pay");
        case 2 -> says("paid");
        default -> throw new IllegalStateException("nobody asked for turn " + replies);
      };
    }

    private static ModelReply calls(String... tools) {
      List<Block> blocks =
          Stream.of(tools)
              .<Block>map(tool -> new Block.Call(new ToolCall("call-" + tool, tool, Text.of("{}"))))
              .toList();
      return new ModelReply(blocks, StopReason.CALLS, new Usage(10, 2, 0, 0, 0));
    }

    private static ModelReply says(String text) {
      return new ModelReply(
          List.of(new Block.Prose(Text.of(text))), StopReason.DONE, new Usage(20, 1, 0, 0, 0));
    }
  }

  private record Recording(ToolSpec spec, Ledger ledger) implements AgentTool {
    Recording(String name, EffectClass effects, AfterCrash afterCrash, Ledger ledger) {
      this(
          new ToolSpec(name, name + "s", ANY, new CallTerms(effects, afterCrash, Pace.PARALLEL)),
          ledger);
    }

    @Override
    public ToolOutcome call(ToolInvocation call) {
      ledger.performed(call.effect());
      return new ToolOutcome.Succeeded(Text.of(spec.name() + " done"));
    }
  }
}
