package dev.drover.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosestTest {
  private static final List<String> KNOWN = List.of("run", "runs", "resume", "show", "approve");

  @ParameterizedTest
  @CsvSource({
    "rum, run",
    "runss, runs",
    "resmue, resume",
    "shwo, show",
    "aprove, approve",
    "zzz, run"
  })
  void theNameIsFoundThatWasMeant(String typed, String meant) {
    assertThat(NameSuggestion.to(typed, KNOWN)).isEqualTo(meant);
  }
}
