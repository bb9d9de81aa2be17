package dev.drover.testkit;

import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.hook.GateOutcome;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.hook.HookPoint.BeforeTool;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/// The three turns under a gate that gives `look` other arguments, hangs at `note`, and breaks at
/// `pay`.
final class WatchedTurns implements Scenario {
  private static final String REWRITTEN = "{\"far\":true}";

  private final Scenario turns = new ThreeTurns();

  @Override
  public String prompt() {
    return turns.prompt();
  }

  @Override
  public AgentBuilder equip(AgentBuilder agent, Ledger ledger) {
    return turns
        .equip(agent, ledger)
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
