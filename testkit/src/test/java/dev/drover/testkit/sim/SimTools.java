package dev.drover.testkit.sim;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.CallTerms.AfterCrash;
import dev.drover.kernel.CallTerms.Pace;
import dev.drover.kernel.Deferred;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.Input.Finding;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolAnswer;
import dev.drover.kernel.ToolOutcome;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import java.time.Duration;
import java.util.List;

/// One tool of each kind. What they do is written down by the [Witness] when they begin and when
/// they are done, which is what can be known of the world.
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

  static List<AgentTool> of(Stage stage, SimProcess process) {
    return KINDS.stream().<AgentTool>map(kind -> new SimTool(kind, stage, process)).toList();
  }

  private record SimTool(Kind kind, Stage stage, SimProcess process) implements AgentTool {
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
      if (stage.bug() == Bug.CALL_TWICE && kind.name().equals("pay")) {
        carryOut(call);
      }
      return carryOut(call);
    }

    private ToolAnswer carryOut(ToolInvocation call) throws InterruptedException {
      var execution = stage.witness().began(call.session(), call.effect());
      stage.auditor().called(call.session(), call.effect(), call.attempt());
      pause();
      if (stage.chance(10)) {
        throw new IllegalStateException(kind.name() + " broke");
      }
      if (kind.name().equals("mail")) {
        return stage.chance(50)
            ? Deferred.untilCompleted()
            : Deferred.within(Duration.ofSeconds(20));
      }
      var words = stage.world().freshId("done-");
      execution.done(words);
      pause();
      return new ToolOutcome.Succeeded(Text.of(words));
    }

    private void pause() throws InterruptedException {
      var length = Duration.ofMillis(1L << stage.dice().nextInt(14));
      stage.world().sleepUntil(process, stage.world().now().plus(length));
    }

    @Override
    public Finding probe(ToolInvocation call) throws InterruptedException {
      pause();
      for (var execution : stage.witness().executions(call.session(), call.effect())) {
        var words = execution.words();
        if (words != null) {
          return new Finding.Happened(new ToolOutcome.Succeeded(Text.of(words)));
        }
      }
      stage.witness().deniedThat(call.session(), call.effect());
      return new Finding.DidNotHappen();
    }
  }
}
