package dev.drover.quota;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.Run;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.value.Failure;
import dev.drover.model.script.ScriptedModel;
import dev.drover.quota.ProviderQuotas.QuotaStatus;
import dev.drover.quota.ThrottlingProvider.Manners;
import dev.drover.session.ModelRetries;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ProviderKey;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.testkit.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Agents whose models share an account, under a clock that the test moves.
@Tag("C4")
final class QuotaLawTest {
  private static final ProviderKey ACCOUNT = ProviderKey.ofModel("fake/model");
  private static final Duration HALF_A_MINUTE = Duration.ofSeconds(30);

  /// The thread that renews the lease, and the one that scans for runs to take over.
  private static final int ALWAYS_ASLEEP = 2;

  private final VirtualTime time = new VirtualTime();
  private final MemoryStore store = new MemoryStore();

  private Drover drover(QuotaPolicy policy) {
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES))
        .time(time)
        .quotas(policy)
        .retries(new ModelRetries(1, Duration.ofSeconds(1), Duration.ofSeconds(30), 0))
        .build();
  }

  private static Session open(Drover drover, String agent, Model model) {
    return drover.agent(agent).model(model).build().open();
  }

  private static Instant at(double seconds) {
    return VirtualTime.START.plusMillis((long) (seconds * 1_000));
  }

  private static Failure failureOf(Run run) {
    return run.await(HALF_A_MINUTE).orElseThrow().problem().orElseThrow();
  }

  /// Throttled at some attempts, failing at others; `done` at the rest.
  private static FakeModel model(List<Integer> throttled, List<Integer> broken) {
    return new FakeModel(
        (request, _) -> {
          if (throttled.contains(request.attempt())) {
            throw FakeAgents.throttled(Duration.ZERO);
          }
          if (broken.contains(request.attempt())) {
            throw FakeAgents.broken(new Failure.Retry.Later(Duration.ZERO));
          }
          return says("done");
        });
  }

  private void passTime(int sleepers) throws InterruptedException {
    time.awaitSleepers(ALWAYS_ASLEEP + sleepers);
    time.advance(Duration.ofMinutes(3));
  }

  @ParameterizedTest
  @EnumSource
  void fiftyAgentsOnOneKeyAreServedWithoutAThunderingHerdOrStarvation(Manners manners)
      throws Exception {
    int agents = 50;
    var provider = new ThrottlingProvider(time, 5, Duration.ofSeconds(10), manners);
    try (var drover = drover(QuotaPolicy.DEFAULT)) {
      var runs = new ArrayList<Run>();
      for (int i = 0; i < agents; i++) {
        runs.add(open(drover, "agent-" + i, provider.model()).send("hi"));
      }
      while (provider.answers() < agents) {
        time.awaitSleepers(() -> ALWAYS_ASLEEP + agents - provider.answers());
        time.advanceToNext();
      }
      for (var run : runs) {
        assertThat(run.await(HALF_A_MINUTE).orElseThrow().text()).isEqualTo("done");
      }
      assertThat(drover.quotas().status(ACCOUNT).waiting()).isZero();
      // Five in each window of 10 s: the tenth window begins no earlier than after 90 s.
      assertThat(time.now()).isBetween(at(90), at(200));
    }
    var later = provider.asked().stream().filter(at(0)::isBefore).toList();
    assertThat(later.stream().collect(Collectors.groupingBy(Function.identity())).values())
        .allMatch(together -> together.size() <= 2);
    // The first burst costs 45; each of nine or more windows then costs the few in flight.
    assertThat(provider.refusals()).isLessThan(45 + 60);
  }

  @Test
  void aThrottledKeyDelaysFirstAttemptsTooAndTheirWaitIsVisible() throws Exception {
    try (var drover = drover(QuotaPolicy.DEFAULT)) {
      var throttled = open(drover, "first", model(List.of(1), List.of())).send("hi");
      time.awaitSleepers(ALWAYS_ASLEEP + 1);
      var model = model(List.of(), List.of());
      var held = open(drover, "second", model).send("hi");
      time.awaitSleepers(ALWAYS_ASLEEP + 2);

      // Backoff 2 s, half of 5 s of jitter, and a slot half a second to two seconds later.
      assertThat(drover.quotas().statuses())
          .containsExactly(new QuotaStatus(ACCOUNT, 1, at(4.5), 1));
      assertThat(held.snapshot().status()).isEqualTo(RunStatus.WAITING);
      assertThat(held.snapshot().waitingFor())
          .startsWith("the quota of fake/model until 2026-01-01T00:00:0");
      time.set(at(4.9));
      time.awaitSleepers(ALWAYS_ASLEEP + 2);
      assertThat(model.requests()).isEmpty();

      time.set(at(6.5));
      assertThat(held.await(HALF_A_MINUTE).orElseThrow().text()).isEqualTo("done");
      assertThat(throttled.await(HALF_A_MINUTE).orElseThrow().text()).isEqualTo("done");
      assertThat(drover.quotas().statuses()).isEmpty();
    }
  }

  @Test
  void agentsOfAnotherAccountAreNotDelayed() throws Exception {
    try (var drover = drover(QuotaPolicy.DEFAULT)) {
      drover.quotas().hit(ACCOUNT, Duration.ofHours(1));
      var script = ScriptedModel.parse("turns: [ {text: fine} ]", time);
      assertThat(open(drover, "other", script).ask("hi").text()).isEqualTo("fine");
    }
  }

  @Test
  void twoRuntimesInOneProcessDoNotShareThrottling() throws Exception {
    try (var one = drover(QuotaPolicy.DEFAULT);
        var other = Drover.on(new MemoryStore()).time(time).build()) {
      one.quotas().hit(ACCOUNT, Duration.ofHours(1));
      assertThat(other.quotas().statuses()).isEmpty();
      assertThat(open(other, "free", model(List.of(), List.of())).ask("hi").text())
          .isEqualTo("done");
    }
  }

  @Test
  void aDelayedRunCanBeCancelledWithoutAModelCall() throws Exception {
    try (var drover = drover(QuotaPolicy.DEFAULT)) {
      drover.quotas().hit(ACCOUNT, Duration.ofHours(1));
      var model = model(List.of(), List.of());
      var session = open(drover, "held", model);
      var run = session.send("hi");
      time.awaitSleepers(ALWAYS_ASLEEP + 1);
      assertThat(run.cancel()).isTrue();
      assertThat(run.await(HALF_A_MINUTE).orElseThrow().status()).isEqualTo(RunStatus.CANCELLED);
      session.close();
      assertThat(drover.quotas().status(ACCOUNT).waiting()).isZero();
      assertThat(model.requests()).isEmpty();
    }
  }

  @Test
  void aThrottledCallWithoutRetriesIsRecordedAndReportsWhenToRetry() {
    try (var drover = drover(QuotaPolicy.DEFAULT.withRetries(0))) {
      var model = new FakeModel((_, _) -> refuse(Duration.ofSeconds(20)));
      var failure = failureOf(open(drover, "hasty", model).send("hi"));
      assertThat(failure.problem().code()).isEqualTo("quota_exhausted");
      assertThat(failure.problem().detail())
          .isEqualTo("fake/model has throttled this call 1 times, the last time with: status 429");
      assertThat(((Failure.Retry.Throttled) failure.retry()).after())
          .isBetween(Duration.ofMillis(20_500), Duration.ofSeconds(22));
      assertThat(drover.quotas().statuses())
          .containsExactly(new QuotaStatus(ACCOUNT, 1, at(20), 0));
    }
  }

  private static ModelReply refuse(Duration retryAfter) throws ModelException {
    throw FakeAgents.throttled(retryAfter);
  }

  @Test
  void aSessionStaysUsableAfterItsQuotaRetriesAreExhausted() throws Exception {
    try (var drover = drover(QuotaPolicy.DEFAULT.withRetries(2))) {
      var model = throttledAtFirst(3);
      var session = open(drover, "patient", model);
      var run = session.send("hi");
      passTime(1);
      passTime(1);
      assertThat(failureOf(run).problem().code()).isEqualTo("quota_exhausted");
      assertThat(model.requests()).hasSize(3);
      assertThat(drover.quotas().status(ACCOUNT).hits()).isEqualTo(3);
      assertThat(session.history()).isEmpty();
      var again = session.send("hi again");
      passTime(1);
      assertThat(again.await(HALF_A_MINUTE).orElseThrow().text()).isEqualTo("done");
    }
  }

  private static FakeModel throttledAtFirst(int requests) {
    var asked = new AtomicInteger();
    return new FakeModel(
        (_, _) -> asked.incrementAndGet() > requests ? says("done") : refuse(Duration.ZERO));
  }

  @Test
  void callsOverTheWaitLimitAreRefusedWithARetryTime() throws Exception {
    var bounds = new QuotaPolicy.Bounds(Duration.ofHours(24), 8, 1);
    try (var drover = drover(QuotaPolicy.DEFAULT.with(bounds))) {
      drover.quotas().hit(ACCOUNT, Duration.ofHours(1));
      open(drover, "held", model(List.of(), List.of())).send("hi");
      time.awaitSleepers(ALWAYS_ASLEEP + 1);
      var failure = failureOf(open(drover, "refused", model(List.of(), List.of())).send("hi"));
      assertThat(failure.problem().detail())
          .isEqualTo("fake/model is throttled, and 1 calls are waiting already");
      assertThat(failure.retry()).isEqualTo(new Failure.Retry.Throttled(Duration.ofHours(1)));
    }
  }

  @Test
  void quotaRetriesAndOtherRetriesAreCountedSeparately() throws Exception {
    try (var drover = drover(QuotaPolicy.DEFAULT.withRetries(2))) {
      var both = model(List.of(1, 3), List.of(2));
      var run = open(drover, "both", both).send("hi");
      passTime(1);
      passTime(1);
      passTime(1);
      assertThat(run.await(HALF_A_MINUTE).orElseThrow().text()).isEqualTo("done");
      assertThat(drover.quotas().statuses()).isEmpty();

      var broken = open(drover, "broken", model(List.of(1), List.of(2, 3))).send("hi");
      passTime(1);
      passTime(1);
      assertThat(failureOf(broken).problem().code()).isEqualTo("model_unavailable");
    }
  }

  @Test
  void anotherProcessWaitsOutTheThrottleAndContinuesTheRetryCount() throws Exception {
    var policy = QuotaPolicy.DEFAULT.withRetries(1);
    var first = drover(policy);
    var run = open(first, "durable", model(List.of(1), List.of())).send("hi");
    time.awaitSleepers(ALWAYS_ASLEEP + 1);
    first.disconnect();
    try (var second = drover(policy)) {
      var model = model(List.of(2), List.of());
      var session = second.agent("durable").model(model).build().open(run.session());
      time.awaitSleepers(ALWAYS_ASLEEP + 1);
      assertThat(session.run(run.id()).orElseThrow().status()).isEqualTo(RunStatus.WAITING);
      assertThat(model.requests()).isEmpty();
      time.set(at(6.5));
      var failure = failureOf(session.run(run.id()).orElseThrow());
      assertThat(failure.problem().code()).isEqualTo("quota_exhausted");
      assertThat(model.requests()).hasSize(1);
    }
  }

  @Test
  void theScriptedModelIsThrottledByStatus() throws Exception {
    var script =
        ScriptedModel.parse(
            "{turns: [ {text: fine} ], faults: {1: [ {status: 429, retryAfter: 60s} ]}}", time);
    try (var drover = drover(QuotaPolicy.DEFAULT)) {
      var run = open(drover, "scripted", script).send("hi");
      time.awaitSleepers(ALWAYS_ASLEEP + 1);
      assertThat(drover.quotas().statuses())
          .containsExactly(new QuotaStatus(script.providerKey(), 1, at(60), 0));
      time.set(at(62));
      assertThat(run.await(HALF_A_MINUTE).orElseThrow().text()).isEqualTo("fine");
    }
  }
}
