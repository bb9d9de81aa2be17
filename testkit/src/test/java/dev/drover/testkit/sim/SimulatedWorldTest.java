package dev.drover.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Foreign threads may wake one of ours: a store wakes its caller late, which is harmless; the JVM
/// does when a monitor becomes free, and then the order is no longer ours.
@Timeout(30)
final class SimulatedWorldTest {
  /// Processes the wakeups that have come from outside.
  private static void stepAgain(SimulatedWorld world, SimProcess process) {
    process.start(() -> {});
    assertThat(world.step()).isTrue();
  }

  /// Belongs to the thread that creates it, which need not be the one that created this test.
  private static SimulatedWorld world() {
    return new SimulatedWorld(1);
  }

  @Test
  void aSpuriouslyWokenThreadKeepsWaiting() throws Exception {
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
  void holdingAMonitorAtAPortIsDetected() {
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
        .hasMessageContaining("a monitor was held at a port");
  }
}
