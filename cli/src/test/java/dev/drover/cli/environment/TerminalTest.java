package dev.drover.cli.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {
  private static final Terminal SCREEN = new Terminal(true, true);

  @Test
  void coloursAreUsedOnTerminalsOrOnRequest() {
    assertThat(SCREEN.showsColours(Map.of())).isTrue();
    assertThat(SCREEN.showsColours(Map.of("NO_COLOR", "1"))).isFalse();
    assertThat(SCREEN.showsColours(Map.of("NO_COLOR", ""))).isTrue();
    assertThat(SCREEN.showsColours(Map.of("TERM", "dumb"))).isFalse();
    assertThat(Terminal.NONE.showsColours(Map.of())).isFalse();
    assertThat(Terminal.NONE.showsColours(Map.of("CLICOLOR_FORCE", "1"))).isTrue();
    assertThat(Terminal.NONE.showsColours(Map.of("CLICOLOR_FORCE", "0"))).isFalse();
  }

  @Test
  void symbolsAreUsedOnTerminalsThatSupportThem() {
    assertThat(SCREEN.showsSigns(Map.of())).isTrue();
    assertThat(SCREEN.showsSigns(Map.of("LANG", "en_GB.UTF-8"))).isTrue();
    assertThat(SCREEN.showsSigns(Map.of("LANG", "en_GB.UTF-8", "LC_ALL", "C"))).isFalse();
    assertThat(Terminal.NONE.showsSigns(Map.of("LC_ALL", "C"))).isTrue();
  }

  @Test
  void theWidthIsReadFromTheEnvironment() {
    assertThat(SCREEN.width(Map.of("COLUMNS", "132"))).isEqualTo(132);
    assertThat(SCREEN.width(Map.of("COLUMNS", "10"))).isEqualTo(40);
    assertThat(Terminal.NONE.width(Map.of())).isEqualTo(100);
  }
}
