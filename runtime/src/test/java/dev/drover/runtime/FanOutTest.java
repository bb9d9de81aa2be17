package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Work that is done by several threads for one.
@Tag("F3")
@Timeout(30)
final class FanOutTest {
  @Test
  void whatComesOfItHasTheOrderOfTheWork() {
    assertThat(new FanOut<>(List.of(3, 1, 2), number -> number * 10).await(2))
        .containsExactly(30, 10, 20);
  }

  @Test
  void anErrorInOneThreadIsTheCallersAndNothingMoreIsBegun() {
    var begun = new AtomicInteger();
    var fanOut =
        new FanOut<>(
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
