package dev.drover.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("B4")
class PressesTest {
  private final List<String> done = new ArrayList<>();
  private final Presses presses = new Presses(() -> done.add("warn"), () -> done.add("leave"));

  @Test
  void theFirstCancelsTheSecondWarnsTheThirdLeaves() {
    presses.begin();
    presses.onFirst(() -> done.add("cancel"));
    presses.press();
    assertThat(done).containsExactly("cancel");
    presses.press();
    assertThat(done).containsExactly("cancel", "warn");
    presses.press();
    assertThat(done).containsExactly("cancel", "warn", "leave");
  }

  @Test
  void oneThatComesBeforeTheRunIsKnownCancelsItAsSoonAsItIs() {
    presses.begin();
    presses.press();
    assertThat(done).isEmpty();
    presses.onFirst(() -> done.add("cancel"));
    assertThat(done).containsExactly("cancel");
  }

  @Test
  void betweenRunsNothingIsCancelledAndTheNextRunStartsAnew() {
    presses.begin();
    presses.onFirst(() -> done.add("cancel the first"));
    presses.press();
    presses.end();
    presses.press();
    presses.press();
    presses.begin();
    presses.onFirst(() -> done.add("cancel the second"));
    assertThat(done).containsExactly("cancel the first");
    presses.press();
    assertThat(done).containsExactly("cancel the first", "cancel the second");
  }
}
