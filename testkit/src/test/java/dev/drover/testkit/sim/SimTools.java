package dev.drover.testkit.sim;

import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.CallTerms.Pace;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Text;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import java.time.Duration;
import java.util.List;

/// One tool of each kind. The [OutsideRecord] records when they begin and when they are done.
final class SimTools {
  private static final List<Kind> KINDS =
      List.of(
          new Kind("pay", EffectClass.UNSAFE, AfterCrash.TELL_MODEL, Pace.PARALLEL),
          new Kind("wire", EffectClass.UNSAFE, AfterCrash.TELL_MODEL, Pace.PARALLEL),
          new Kind("order", EffectClass.UNSAFE, AfterCrash.ASK_PERSON, Pace.IN_ORDER),
          new Kind("check", EffectClass.UNSAFE, AfterCrash.PROBE, Pace.PARALLEL),
          new Kind("look", EffectClass.PURE, AfterCrash.RUN_AGAIN, Pace.PARALLEL),
          new Kind("book", EffectClass.IDEMPOTENT, AfterCrash.RUN_AGAIN, Pace.IN_ORDER),
          new Kind("mail", EffectClass.UNSAFE, AfterCrash.TELL_MODEL, Pace.PARALLEL));

  private SimTools() {}

  private record Kind(String name, EffectClass effects, AfterCrash afterCrash, Pace pace) {}

  static boolean isOwn(String tool) {
    return KINDS.stream().anyMatch(kind -> kind.name().equals(tool));
  }

  static List<AgentTool> of(SimulationContext context, SimProcess process) {
    return KINDS.stream().<AgentTool>map(kind -> new SimTool(kind, context, process)).toList();
  }

  private record SimTool(Kind kind, SimulationContext context, SimProcess process)
      implements AgentTool {
    @Override
    public ToolSpec spec() {
      return new ToolSpec(
          kind.name(),
          "Does " + kind.name() + ".",
          "{\"type\":\"object\"}",
          new CallTerms(kind.effects(), kind.afterCrash(), kind.pace()));
    }

    @Override
    public ToolAnswer call(ToolInvocation call) throws InterruptedException {
      if (context.bug() == PlantedBug.CALL_TWICE && kind.name().equals("pay")) {
        carryOut(call);
      }
      return carryOut(call);
    }

    private ToolAnswer carryOut(ToolInvocation call) throws InterruptedException {
      var execution = context.witness().began(call.session(), call.effect());
      context.auditor().called(call.session(), call.effect(), call.attempt());
      pause();
      if (context.chance(10)) {
        throw new IllegalStateException(kind.name() + " broke");
      }
      if (kind.name().equals("mail")) {
        return context.chance(50)
            ? ToolDeferral.untilCompleted()
            : ToolDeferral.within(Duration.ofSeconds(20));
      }
      var words = context.world().freshId("done-");
      execution.done(words);
      pause();
      return new ToolOutcome.Succeeded(Text.of(words));
    }

    private void pause() throws InterruptedException {
      var length = Duration.ofMillis(1L << context.dice().nextInt(14));
      context.world().sleepUntil(process, context.world().now().plus(length));
    }

    @Override
    public ProbeResult probe(ToolInvocation call) throws InterruptedException {
      pause();
      for (var execution : context.witness().executions(call.session(), call.effect())) {
        var words = execution.words();
        if (words != null) {
          return new ProbeResult.Happened(new ToolOutcome.Succeeded(Text.of(words)));
        }
      }
      context.witness().deniedThat(call.session(), call.effect());
      return new ProbeResult.DidNotHappen();
    }
  }
}
