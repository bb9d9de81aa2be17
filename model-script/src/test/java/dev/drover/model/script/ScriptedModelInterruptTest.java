package dev.drover.model.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.model.ModelException;
import dev.drover.spi.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("B4")
final class ScriptedModelInterruptTest {
  private static final int ROUNDS = 5;

  @Test
  void aPausingModelStopsWithinATenthOfASecond() throws Exception {
    long best = Long.MAX_VALUE;
    // The fastest of a few: a busy machine may suspend a thread for longer than this law allows.
    for (int i = 0; i < ROUNDS; i++) {
      best = Math.min(best, nanosToLeave());
    }
    assertThat(Duration.ofNanos(best)).isLessThan(Duration.ofMillis(100));
  }

  private static long nanosToLeave() throws Exception {
    var pausing = new CountDownLatch(1);
    var model =
        new ScriptedModel(
            "test",
            ModelScript.turns(ScriptTurn.say("one two").withPause(Duration.ofDays(1))),
            new StandingTime(pausing));
    var left = new FutureTask<>(() -> leaves(model));
    var caller = Thread.ofVirtual().start(left);
    assertThat(pausing.await(10, TimeUnit.SECONDS)).isTrue();
    long start = System.nanoTime();
    caller.interrupt();
    assertThat(left.get(10, TimeUnit.SECONDS)).isEqualTo("interrupted");
    return System.nanoTime() - start;
  }

  @Test
  void aModelWithoutPausesCanBeInterrupted() throws Exception {
    var model =
        new ScriptedModel(
            "test", ModelScript.turns(ScriptTurn.say("one two")), new SleepingClock());
    var left =
        new FutureTask<>(
            () -> {
              Thread.currentThread().interrupt();
              return leaves(model);
            });
    Thread.ofVirtual().start(left);
    assertThat(left.get(10, TimeUnit.SECONDS)).isEqualTo("interrupted");
  }

  private static String leaves(ScriptedModel model) throws ModelException {
    try {
      return "answered " + model.call(ScriptRequests.at(1), _ -> {});
    } catch (InterruptedException left) {
      return "interrupted";
    }
  }

  /// Time in which a sleeper sleeps until it is interrupted.
  private record StandingTime(CountDownLatch asleep) implements Time {
    @Override
    public Instant now() {
      return Instant.EPOCH;
    }

    @Override
    public void sleepUntil(Instant until) throws InterruptedException {
      asleep.countDown();
      new CountDownLatch(1).await();
    }

    @Override
    public String freshId(String prefix) {
      throw new AssertionError("a scripted model names nothing");
    }

    @Override
    public double random() {
      throw new AssertionError("a scripted model leaves nothing to chance");
    }
  }
}
