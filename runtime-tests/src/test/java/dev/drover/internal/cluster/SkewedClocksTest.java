package dev.drover.internal.cluster;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Policy;
import dev.drover.spi.store.Store;
import dev.drover.spi.time.Time;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.StoreWrapper;
import dev.drover.testkit.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Processes whose clocks differ by more than the lease. The clock of the store judges leases, so
/// neither of two live processes takes the other for dead, and a dead one is detected in time.
@Tag("J9")
@Timeout(60)
final class SkewedClocksTest {
  private static final SessionId SESSION = new SessionId("s-skewed");
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration SCAN = Duration.ofSeconds(2);

  private final VirtualTime time = new VirtualTime();
  private final MemoryStore store = new MemoryStore(time::now);
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private final AtomicInteger payments = new AtomicInteger();

  /// The clock of a process that is wrong by a constant amount.
  private record SkewedTime(VirtualTime real, Duration skew) implements Time {
    @Override
    public Instant now() {
      return real.now().plus(skew);
    }

    @Override
    public long elapsedNanos() {
      return real.elapsedNanos();
    }

    @Override
    public void sleepUntil(Instant until) throws InterruptedException {
      real.sleepUntil(until.minus(skew));
    }

    @Override
    public String freshId(String prefix) {
      return real.freshId(prefix);
    }

    @Override
    public double random() {
      return real.random();
    }
  }

  /// Stays open for the other process.
  private static final class SharedStore extends StoreWrapper {
    SharedStore(Store inner) {
      super(inner);
    }

    @Override
    public void close() {}
  }

  private Drover process(Time clock) {
    return Drover.on(new SharedStore(store)).time(clock).lease(LEASE).build();
  }

  private Agent payer(Drover drover) {
    return drover
        .agent("payer")
        .model(
            new FakeModel(
                (request, _) ->
                    request.messages().getLast() instanceof Message.ToolResult result
                        ? says(result.outcome().getClass().getSimpleName())
                        : calls("pay")))
        .policy(Policy.ALLOW_ALL)
        .tools(
            FakeTool.unsafe(
                "pay",
                _ -> {
                  payments.incrementAndGet();
                  begun.countDown();
                  mayEnd.await();
                  return done("paid");
                }))
        .build();
  }

  @ParameterizedTest(name = "the clock of the other process is {0} s ahead")
  @ValueSource(longs = {-60, 60})
  void aLiveProcessIsNotTakenForDead(long ahead) throws Exception {
    try (var driver = process(time);
        var other = process(new SkewedTime(time, Duration.ofSeconds(ahead)))) {
      var run = payer(driver).open(SESSION).send("pay");
      begun.await();
      payer(other).open(new SessionId("s-other"));
      // Each process sleeps until its renewal and until its next scan.
      for (int i = 0; i < 60; i++) {
        time.awaitSleepers(4);
        time.advance(Duration.ofSeconds(1));
      }
      mayEnd.countDown();
      assertThat(run.await().text()).isEqualTo("Succeeded");
    }
    assertThat(payments).hasValue(1);
  }

  @Test
  @Tag("J2")
  void aDeadProcessWhoseClockIsAheadIsReplacedInTime() throws Exception {
    var stopped = new VirtualTime();
    stopped.set(time.now().plusSeconds(60));
    stopped.freshId("p-");
    // Its time does not go on, so it does not renew its lease.
    var dead = process(stopped);
    try (var heir = process(time)) {
      var run = payer(dead).open(SESSION).send("pay");
      begun.await();
      payer(heir).open(new SessionId("s-other"));
      var end = time.now().plus(LEASE).plus(SCAN);
      while (time.now().isBefore(end)) {
        time.awaitSleepers(2);
        time.advance(Duration.ofSeconds(1));
      }
      ApprovalWaits.until(() -> heir.queries().report(run.id()).isPresent());
      assertThat(heir.queries().report(run.id()).orElseThrow().text()).isEqualTo("Unknown");
    } finally {
      mayEnd.countDown();
      dead.disconnect();
    }
    assertThat(payments).hasValue(1);
  }
}
