package dev.drover.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.drover.spi.tool.CancellationToken.CancelledException;
import dev.drover.spi.tool.CancellationToken.State;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("B6")
@Timeout(60)
final class ScopeCellTest {
  private final CancellationSource scope = new CancellationSource("run r-1");
  private final Semaphore called = new Semaphore(0);

  private boolean isCalled(int times) throws InterruptedException {
    return called.tryAcquire(times, 10, TimeUnit.SECONDS);
  }

  @Test
  void aCancelCallsEachCallbackOnceWithTheReason() throws Exception {
    scope.check();
    assertThat(scope.state()).isEqualTo(State.OPEN);
    scope.onCancel(called::release);
    scope.onCancel(called::release);
    assertThat(scope.cancel("enough")).isTrue();
    assertThat(scope.cancel("more than enough")).isFalse();
    assertThat(isCalled(2)).isTrue();
    assertThat(scope.isCancelled()).isTrue();
    assertThat(scope.why()).isEqualTo("enough");
    assertThatExceptionOfType(CancelledException.class)
        .isThrownBy(scope::check)
        .withMessage("enough");
    // A callback that is added later is called as well, and none is called twice.
    scope.onCancel(called::release);
    assertThat(isCalled(1)).isTrue();
    assertThat(called.availablePermits()).isZero();
  }

  @Test
  void anUnregisteredCallbackIsNotCalledAndACalledOneCannotBeUnregistered() throws Exception {
    var taken = scope.onCancel(() -> called.release(100));
    var kept = scope.onCancel(called::release);
    assertThat(taken.unregister()).isTrue();
    assertThat(taken.unregister()).isFalse();
    scope.cancel("enough");
    assertThat(isCalled(1)).isTrue();
    assertThat(kept.unregister()).isFalse();
    assertThat(called.availablePermits()).isZero();
  }

  @Test
  void aScopeThatIsOverIsNeverCancelled() {
    var callback = scope.onCancel(called::release);
    scope.end();
    assertThat(scope.state()).isEqualTo(State.OVER);
    assertThat(scope.cancel("too late")).isFalse();
    assertThat(scope.isCancelled()).isFalse();
    scope.check();
    scope.onCancel(called::release);
    assertThat(callback.unregister()).isFalse();
    assertThat(called.availablePermits()).isZero();
  }

  @Test
  void aCallbackThatThrowsOrHangsIsContainedAndFinallyInterrupted() throws Exception {
    var impatient = new CancellationSource("run r-1", Duration.ofMillis(30));
    var interrupted = new CountDownLatch(1);
    impatient.onCancel(
        () -> {
          throw new IllegalStateException("no");
        });
    impatient.onCancel(
        () -> {
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException stop) {
            interrupted.countDown();
          }
        });
    impatient.onCancel(called::release);
    assertThat(impatient.cancel("enough")).isTrue();
    assertThat(isCalled(1)).isTrue();
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void theNumberOfCallbacksIsBounded() {
    for (int i = 0; i < CancellationSource.MOST; i++) {
      scope.onCancel(called::release);
    }
    assertThatIllegalStateException()
        .isThrownBy(() -> scope.onCancel(called::release))
        .withMessageContaining("run r-1 has 1024 callbacks");
  }

  @Test
  void exactlyOneOfAConcurrentCancelAndUnregisterWins() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      var cell = new CancellationSource("run r-1");
      var calls = new AtomicInteger();
      var late = new CountDownLatch(1);
      var taken = new AtomicBoolean();
      var callback = cell.onCancel(calls::incrementAndGet);
      var start = new CyclicBarrier(2);
      var other =
          Thread.ofVirtual()
              .start(
                  () -> {
                    meet(start);
                    taken.set(callback.unregister());
                    cell.onCancel(late::countDown);
                  });
      meet(start);
      cell.cancel("enough");
      other.join();
      assertThat(late.await(10, TimeUnit.SECONDS)).as("round %d", round).isTrue();
      while (!taken.get() && calls.get() == 0) {
        Thread.onSpinWait();
      }
      assertThat(calls.get()).as("round %d", round).isEqualTo(taken.get() ? 0 : 1);
    }
  }

  private static void meet(CyclicBarrier start) {
    try {
      start.await(10, TimeUnit.SECONDS);
    } catch (Exception late) {
      throw new AssertionError(late);
    }
  }
}
