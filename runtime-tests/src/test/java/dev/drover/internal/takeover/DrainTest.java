package dev.drover.internal.takeover;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.Run;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Policy;
import dev.drover.spi.store.Store;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.StoreWrapper;
import dev.drover.testkit.VirtualTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A process that drains lets its calls end and leaves what follows to another process.
@Tag("J9")
@Tag("A14")
@Timeout(60)
final class DrainTest {
  private static final SessionId SESSION = new SessionId("s-drained");
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Set<Thread.State> WAITS =
      Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final VirtualTime stopped = new VirtualTime();
  private final VirtualTime time = new VirtualTime();
  private final MemoryStore store = new MemoryStore(time::now);
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private final AtomicInteger payments = new AtomicInteger();
  private final AtomicInteger receipts = new AtomicInteger();
  private final AtomicBoolean isDrained = new AtomicBoolean();

  /// Stays open for the other process.
  private static final class SharedStore extends StoreWrapper {
    SharedStore(Store inner) {
      super(inner);
    }

    @Override
    public void close() {}
  }

  @AfterEach
  void endCalls() {
    mayEnd.countDown();
  }

  private Drover process(VirtualTime clock) {
    return Drover.on(new SharedStore(store)).time(clock).build();
  }

  /// Pays, then writes a receipt, then repeats both results.
  private Agent payer(Drover drover) {
    return drover
        .agent("payer")
        .model(
            new FakeModel(
                (request, _) -> {
                  var results = results(request.messages());
                  return switch (results.split(" ").length) {
                    case 2 -> says(results);
                    case 1 -> results.isEmpty() ? calls("pay") : calls("receipt");
                    default -> throw new IllegalStateException(results);
                  };
                }))
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
        .tools(
            FakeTool.unsafe(
                "receipt",
                _ -> {
                  receipts.incrementAndGet();
                  return done("written");
                }))
        .build();
  }

  private static String results(List<Message> messages) {
    return messages.stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(Message.ToolResult.class::cast)
        .map(result -> result.outcome().getClass().getSimpleName())
        .collect(Collectors.joining(" "));
  }

  /// Lets another process take over what it finds within a second.
  private String endElsewhere(Run run) throws InterruptedException {
    time.freshId("p-");
    try (var heir = process(time)) {
      heir.agent("greeter").model(FakeModel.playing(says("hello"))).build().open();
      time.awaitSleepers(2);
      payer(heir);
      time.awaitSleepers(2);
      time.advance(SECOND);
      ApprovalWaits.until(() -> heir.queries().report(run.id()).isPresent());
      return heir.queries().report(run.id()).orElseThrow().text();
    }
  }

  /// Returns when the runtime waits for its calls.
  private Thread beginDrain(Drover drover) throws InterruptedException {
    var draining = Thread.ofPlatform().start(() -> isDrained.set(drover.drain(LONG)));
    ApprovalWaits.until(() -> WAITS.contains(draining.getState()));
    return draining;
  }

  private String journal() {
    return store.journal().read(SESSION, 0, 1_000).orElseThrow().entries().stream()
        .map(entry -> new String(entry.bytes().array(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void aRunningCallEndsAndTheNextOneIsMadeByTheNextProcess() throws Exception {
    var old = process(stopped);
    var run = payer(old).open(SESSION).send("pay");
    begun.await();
    var draining = beginDrain(old);
    mayEnd.countDown();
    draining.join();
    assertThat(isDrained).isTrue();
    assertThat(payments).hasValue(1);
    assertThat(receipts).hasValue(0);
    assertThat(journal()).contains("tool_settled").doesNotContain("run_finished");
    assertThat(endElsewhere(run)).isEqualTo("Succeeded Succeeded");
    assertThat(payments).hasValue(1);
    assertThat(receipts).hasValue(1);
    assertThat(journal()).contains("run_recovered").doesNotContain("\"Unknown\"");
  }

  @Test
  void aCallThatDoesNotEndIsInterruptedAtTheLimit() throws Exception {
    var old = process(stopped);
    var run = payer(old).open(SESSION).send("pay");
    begun.await();
    assertThat(old.drain(Duration.ofMillis(20))).isFalse();
    assertThat(endElsewhere(run)).isEqualTo("Unknown Succeeded");
    assertThat(payments).hasValue(1);
  }

  @Test
  void aRunThatWaitsForAPersonIsLeftAtOnce() throws Exception {
    var old = process(stopped);
    var session =
        old.agent("payer")
            .model(FakeModel.playing(calls("pay"), says("over")))
            .tools(FakeTool.unsafe("pay", _ -> done("paid")))
            .build()
            .open(SESSION);
    session.send("pay");
    ApprovalWaits.until(() -> !old.approvals().open().isEmpty());
    assertThat(old.drain(LONG)).isTrue();
    assertThat(store.leases().processes()).isEmpty();
    assertThat(store.leases().lastWriter(SESSION)).isEmpty();
  }

  @Test
  void aPromptThatIsSentWhileARuntimeDrainsIsAnsweredByTheNextProcess() throws Exception {
    var old = process(stopped);
    var agent = payer(old);
    agent.open(SESSION).send("pay");
    var idle = agent.open(new SessionId("s-late"));
    begun.await();
    var draining = beginDrain(old);
    var run = idle.send("pay");
    mayEnd.countDown();
    draining.join();
    assertThat(isDrained).isTrue();
    assertThat(payments).hasValue(1);
    assertThat(endElsewhere(run)).isEqualTo("Succeeded Succeeded");
    assertThat(payments).hasValue(2);
  }

  @Test
  void drainingARuntimeThatIsClosedDoesNothing() {
    var old = process(stopped);
    payer(old).open(SESSION);
    old.close();
    assertThat(old.drain(LONG)).isTrue();
  }
}
