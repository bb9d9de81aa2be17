package dev.drover.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Threads that are not ours may wake one of ours: a store that answers does so late, and that is
/// no matter; the JVM does so when a monitor is free, and then the order is not ours any more.
@Timeout(30)
final class WorldTest {
  /// Lets whatever has come from outside meanwhile be noticed.
  private static void stepAgain(World world, SimProcess process) {
    process.start(() -> {});
    assertThat(world.step()).isTrue();
  }

  /// Belongs to the thread that makes it, which need not be the one that made this test.
  private static World world() {
    return new World(1);
  }

  @Test
  void whoeverIsWokenForNothingGoesOnWaiting() throws Exception {
    var world = world();
    var process = world.process();
    var sleeper = new AtomicReference<Thread>();
    var wakings = new AtomicInteger();
    process.start(
        () -> {
          sleeper.set(Thread.currentThread());
          while (true) {
            LockSupport.park(this);
            wakings.incrementAndGet();
          }
        });
    assertThat(world.step()).isTrue();
    Thread.ofPlatform().start(() -> LockSupport.unpark(sleeper.get())).join();
    stepAgain(world, process);
    assertThat(wakings).hasValue(1);
    stepAgain(world, process);
    assertThat(wakings).hasValue(1);
  }

  @Test
  @SuppressWarnings("ThreadPriorityCheck") // The scheduler is ours.
  void whoeverHoldsAMonitorAtAPortIsFound() {
    var world = world();
    var process = world.process();
    var monitor = new Object();
    Runnable body =
        () -> {
          synchronized (monitor) {
            Thread.yield();
          }
        };
    process.start(body);
    process.start(body);
    assertThatThrownBy(
            () -> {
              while (true) {
                stepAgain(world, process);
              }
            })
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("somebody held a monitor at a port");
  }
}
