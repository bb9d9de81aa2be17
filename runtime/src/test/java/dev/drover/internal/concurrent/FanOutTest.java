package dev.drover.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Work that several threads do for one caller.
@Tag("F3")
@Timeout(30)
final class FanOutTest {
  @Test
  void resultsHaveTheOrderOfTheWork() {
    assertThat(new OrderedFanOut<>(List.of(3, 1, 2), number -> number * 10).await(2))
        .containsExactly(30, 10, 20);
  }

  @Test
  void anErrorInOneThreadIsThrownAndNothingMoreIsStarted() {
    var begun = new AtomicInteger();
    var fanOut =
        new OrderedFanOut<>(
            List.of(1, 2, 3, 4),
            number -> {
              begun.incrementAndGet();
              throw new StackOverflowError("at " + number);
            });
    assertThatThrownBy(() -> fanOut.await(1))
        .isInstanceOf(StackOverflowError.class)
        .hasMessage("at 1");
    assertThat(begun).hasValue(1);
  }
}
