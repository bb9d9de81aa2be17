package dev.drover.internal.session;

import dev.drover.AgentBuilder;
import dev.drover.fixture.ThreeTurns;
import dev.drover.hook.Hook;
import dev.drover.hook.Hook.GateOutcome;
import dev.drover.hook.HookPoint.BeforeTool;
import dev.drover.testkit.CrashScenario;
import dev.drover.testkit.PerformedEffects;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/// The three turns under a gate that rewrites the arguments of `look`, hangs at `note`, and throws
/// at `pay`.
final class WatchedTurns implements CrashScenario {
  private static final String REWRITTEN = "{\"far\":true}";

  private final CrashScenario turns = new ThreeTurns();

  @Override
  public String prompt() {
    return turns.prompt();
  }

  @Override
  public AgentBuilder configure(AgentBuilder agent, PerformedEffects ledger) {
    return turns
        .configure(agent, ledger)
        .hook(Hook.beforeTool("watch", WatchedTurns::ask).within(Duration.ofMillis(20)));
  }

  private static GateOutcome ask(BeforeTool call) throws InterruptedException {
    return switch (call.tool()) {
      case "look" -> GateOutcome.rewrite(REWRITTEN);
      case "note" -> {
        new CountDownLatch(1).await();
        yield GateOutcome.proceed();
      }
      default -> throw new IllegalStateException("nobody is at home");
    };
  }
}
