package dev.drover.internal.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.fixture.CallGateFixture;
import dev.drover.fixture.WholeJournals;
import dev.drover.hook.Hook;
import dev.drover.hook.Hook.GateOutcome;
import dev.drover.kernel.message.PlannedCall.Verdict;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import dev.drover.policy.Policy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Hooks before a tool call that throw, hang, or produce an invalid call.
@Tag("E6")
@Timeout(60)
final class CallGateTroubleTest {
  private final CallGateFixture fixture = new CallGateFixture();

  @Test
  void aGateThatThrowsDenies() {
    try (var drover = Drover.inMemory()) {
      var broken =
          Hook.beforeTool(
              "broken",
              _ -> {
                throw new IllegalStateException("no connection");
              });
      var session = fixture.agent(drover, Policy.ALLOW_ALL, broken).open();
      assertThat(session.ask("go").text()).isEqualTo("over");
      assertThat(fixture.got).isEmpty();
      assertThat(CallGateFixture.outcome(session))
          .isEqualTo(
              new ToolOutcome.Denied(
                  "hook broken",
                  "hook broken of the host does not allow it: the hook broke: no connection"));
    }
  }

  @Test
  void aGateThatTimesOutDeniesAndIsInterrupted() throws Exception {
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
      var session = fixture.agent(drover, Policy.ALLOW_ALL, slow).open();
      assertThat(session.ask("go").text()).isEqualTo("over");
      assertThat(fixture.got).isEmpty();
      assertThat(CallGateFixture.outcome(session))
          .isEqualTo(
              new ToolOutcome.Denied(
                  "hook slow",
                  "hook slow of the host does not allow it: the hook did not answer within"
                      + " PT0.03S"));
      interrupted.await();
    }
  }

  @Test
  void aCancelledRunDoesNotWaitForAGate() throws Exception {
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
      var session = fixture.agent(drover, Policy.ALLOW_ALL, slow).open();
      var run = session.send("go");
      begun.await();
      assertThat(run.cancel()).isTrue();
      assertThat(session.awaitIdle(Duration.ofSeconds(5))).isTrue();
      assertThat(fixture.got).isEmpty();
    }
  }

  @Test
  void anInvalidRewriteIsDeniedWithTheNameOfTheHook() {
    try (var drover = Drover.inMemory()) {
      var session =
          fixture
              .agent(
                  drover,
                  Policy.ALLOW_ALL,
                  fixture.saying("bad", GateOutcome.rewrite("{\"n\":\"x\"}")))
              .open();
      session.ask("go");
      assertThat(fixture.got).isEmpty();
      assertThat(CallGateFixture.outcome(session))
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
  void aRewriteCannotPutASecretIntoTheJournal() {
    var token = "ghp" + "_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789";
    try (var drover = Drover.inMemory()) {
      var secret = "{\"t\":\"" + token + "\"}";
      var session =
          fixture
              .agent(drover, Policy.ALLOW_ALL, fixture.saying("leaky", GateOutcome.rewrite(secret)))
              .open();
      session.ask("go");
      assertThat(fixture.got).isEmpty();
      assertThat(CallGateFixture.planned(session).call().arguments()).isEqualTo(Text.of("{}"));
      assertThat(WholeJournals.of(drover, session.id()).toString()).doesNotContain(token);
      assertThat(CallGateFixture.planned(session).verdict())
          .isInstanceOfSatisfying(
              Verdict.Deny.class,
              deny -> assertThat(deny.why()).contains("leaky").contains("password, key or token"));
    }
  }
}
