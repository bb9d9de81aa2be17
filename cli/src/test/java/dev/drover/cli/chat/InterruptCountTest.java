package dev.drover.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("B4")
class InterruptCountTest {
  private final List<String> done = new ArrayList<>();
  private final InterruptCount presses =
      new InterruptCount(() -> done.add("warn"), () -> done.add("leave"));

  @Test
  void theFirstPressCancelsTheSecondWarnsTheThirdExits() {
    presses.begin();
    presses.onFirst(() -> done.add("cancel"));
    presses.onInterrupt();
    assertThat(done).containsExactly("cancel");
    presses.onInterrupt();
    assertThat(done).containsExactly("cancel", "warn");
    presses.onInterrupt();
    assertThat(done).containsExactly("cancel", "warn", "leave");
  }

  @Test
  void aPressBeforeTheRunIsKnownCancelsItAsSoonAsItIs() {
    presses.begin();
    presses.onInterrupt();
    assertThat(done).isEmpty();
    presses.onFirst(() -> done.add("cancel"));
    assertThat(done).containsExactly("cancel");
  }

  @Test
  void pressesBetweenRunsCancelNothingAndAreForgotten() {
    presses.begin();
    presses.onFirst(() -> done.add("cancel the first"));
    presses.onInterrupt();
    presses.end();
    presses.onInterrupt();
    presses.onInterrupt();
    presses.begin();
    presses.onFirst(() -> done.add("cancel the second"));
    assertThat(done).containsExactly("cancel the first");
    presses.onInterrupt();
    assertThat(done).containsExactly("cancel the first", "cancel the second");
  }
}
