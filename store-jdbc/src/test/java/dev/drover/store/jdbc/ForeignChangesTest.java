package dev.drover.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.store.sql.ForeignChangePoller;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ForeignChangesTest {
  private static final Duration PAUSE = Duration.ofMillis(1);

  private final AtomicLong version = new AtomicLong();
  private final Semaphore polls = new Semaphore(0);

  private long poll() {
    polls.release();
    return version.get();
  }

  private void awaitPolls(int count) throws InterruptedException {
    polls.drainPermits();
    assertThat(polls.tryAcquire(count, 30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aChangeIsHintedToAllAndNoneIsHintedWithoutAChange() throws Exception {
    var changes = new ForeignChangePoller(this::poll, PAUSE);
    var first = new Semaphore(0);
    var second = new Semaphore(0);
    try (var one = changes.subscribe(_ -> first.release());
        var other = changes.subscribe(_ -> second.release())) {
      awaitPolls(5);
      assertThat(first.availablePermits() + second.availablePermits()).isZero();
      version.incrementAndGet();
      assertThat(first.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
      assertThat(second.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
      awaitPolls(5);
      assertThat(first.availablePermits() + second.availablePermits()).isZero();
      assertThat(one).isNotSameAs(other);
    }
  }

  @Test
  void aChangeBetweenSubscribingAndTheFirstPollIsHinted() throws Exception {
    var hinted = new CountDownLatch(1);
    var changes =
        new ForeignChangePoller(
            // A new one at each poll.
            version::incrementAndGet, PAUSE);
    try (var subscription = changes.subscribe(_ -> hinted.countDown())) {
      assertThat(hinted.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(subscription).isNotNull();
    }
  }

  @Test
  void thereIsNoPollingWithoutSubscribers() throws Exception {
    var changes = new ForeignChangePoller(this::poll, PAUSE);
    assertThat(polls.availablePermits()).isZero();
    var subscription = changes.subscribe(_ -> {});
    awaitPolls(2);
    subscription.close();
    subscription.close();
    awaitNoWatcher();
    polls.drainPermits();
    version.incrementAndGet();
    assertThat(polls.tryAcquire(20, TimeUnit.MILLISECONDS)).isFalse();
  }

  private static void awaitNoWatcher() {
    while (Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("drover-store-watcher"))) {
      Thread.onSpinWait();
    }
  }

  @Test
  void thereIsNoPollingAfterTheClose() throws Exception {
    var changes = new ForeignChangePoller(this::poll, PAUSE);
    var before = changes.subscribe(_ -> {});
    changes.close();
    var after = changes.subscribe(_ -> {});
    awaitNoWatcher();
    polls.drainPermits();
    assertThat(polls.tryAcquire(20, TimeUnit.MILLISECONDS)).isFalse();
    before.close();
    after.close();
  }

  @Test
  void aHintThatFailsDoesNotEndTheOthers() throws Exception {
    var changes = new ForeignChangePoller(this::poll, PAUSE);
    var calls = new AtomicInteger();
    var hinted = new Semaphore(0);
    try (var broken =
            changes.subscribe(
                _ -> {
                  calls.incrementAndGet();
                  throw new IllegalStateException("broken");
                });
        var sound = changes.subscribe(_ -> hinted.release())) {
      version.incrementAndGet();
      assertThat(hinted.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
      version.incrementAndGet();
      assertThat(hinted.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
      assertThat(calls.get()).isEqualTo(2);
      assertThat(broken).isNotSameAs(sound);
    }
  }
}
