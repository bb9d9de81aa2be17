package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Verdict;
import dev.drover.runtime.Drover;
import dev.drover.runtime.hook.GateOutcome;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.policy.Policy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Hooks before a call that break, hang, or leave a call that cannot be made.
@Tag("E6")
@Timeout(60)
final class CallGateTroubleTest {
  private final CallGateStage stage = new CallGateStage();

  @Test
  void aGateThatThrowsDenies() {
    try (var drover = Drover.inMemory()) {
      var broken =
          Hook.beforeTool(
              "broken",
              _ -> {
                throw new IllegalStateException("no connection");
              });
      var session = stage.agent(drover, Policy.ALLOW_ALL, broken).open();
      assertThat(session.ask("go").text()).isEqualTo("over");
      assertThat(stage.got).isEmpty();
      assertThat(CallGateStage.outcome(session))
          .isEqualTo(
              new ToolOutcome.Denied(
                  "hook broken",
                  "hook broken of the host does not allow it: the hook broke: no connection"));
    }
  }

  @Test
  void aGateThatTakesTooLongDeniesAndIsInterrupted() throws Exception {
    var interrupted = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      var slow =
          Hook.beforeTool(
                  "slow",
                  _ -> {
                    try {
                      new CountDownLatch(1).await();
                    } catch (InterruptedException late) {
                      interrupted.countDown();
                      throw late;
                    }
                    return GateOutcome.proceed();
                  })
              .within(Duration.ofMillis(30));
      var session = stage.agent(drover, Policy.ALLOW_ALL, slow).open();
      assertThat(session.ask("go").text()).isEqualTo("over");
      assertThat(stage.got).isEmpty();
      assertThat(CallGateStage.outcome(session))
          .isEqualTo(
              new ToolOutcome.Denied(
                  "hook slow",
                  "hook slow of the host does not allow it: the hook did not answer within"
                      + " PT0.03S"));
      interrupted.await();
    }
  }

  @Test
  void aRunThatIsCancelledWaitsForNoGate() throws Exception {
    var begun = new CountDownLatch(1);
    try (var drover = Drover.inMemory()) {
      var slow =
          Hook.beforeTool(
              "slow",
              _ -> {
                begun.countDown();
                new CountDownLatch(1).await();
                return GateOutcome.proceed();
              });
      var session = stage.agent(drover, Policy.ALLOW_ALL, slow).open();
      var run = session.send("go");
      begun.await();
      assertThat(run.cancel()).isTrue();
      assertThat(session.awaitIdle(Duration.ofSeconds(5))).isTrue();
      assertThat(stage.got).isEmpty();
    }
  }

  @Test
  void aRewriteThatDoesNotFitTheToolIsDeniedAndNamesTheHook() {
    try (var drover = Drover.inMemory()) {
      var session =
          stage
              .agent(
                  drover,
                  Policy.ALLOW_ALL,
                  stage.saying("bad", GateOutcome.rewrite("{\"n\":\"x\"}")))
              .open();
      session.ask("go");
      assertThat(stage.got).isEmpty();
      assertThat(CallGateStage.outcome(session))
          .isInstanceOfSatisfying(
              ToolOutcome.Denied.class,
              denied ->
                  assertThat(denied.reason())
                      .startsWith("hook bad of the host does not allow it: what it made of it")
                      .contains("arguments of count: ")
                      .contains("integer"));
    }
  }

  @Test
  @Tag("E9")
  void aRewriteCannotBringASecretIntoTheJournal() {
    var token = "ghp" + "_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789";
    try (var drover = Drover.inMemory()) {
      var secret = "{\"t\":\"" + token + "\"}";
      var session =
          stage
              .agent(drover, Policy.ALLOW_ALL, stage.saying("leaky", GateOutcome.rewrite(secret)))
              .open();
      session.ask("go");
      assertThat(stage.got).isEmpty();
      assertThat(CallGateStage.planned(session).call().arguments()).isEqualTo(Text.of("{}"));
      assertThat(Journals.of(drover, session.id()).toString()).doesNotContain(token);
      assertThat(CallGateStage.planned(session).verdict())
          .isInstanceOfSatisfying(
              Verdict.Deny.class,
              deny -> assertThat(deny.why()).contains("leaky").contains("password, key or token"));
    }
  }
}
