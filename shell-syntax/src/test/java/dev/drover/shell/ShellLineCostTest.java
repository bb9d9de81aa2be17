package dev.drover.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every line is read without an exception and in bounded time.
@Tag("E2")
final class ShellLineCostTest {
  @Test
  void aLineOfRandomPiecesIsReadInTime() {
    for (var line : GeneratedShellLines.lines(GeneratedShellLines.SYNTAX, new Random(1), 8_000)) {
      assertThatCode(() -> ShellLine.read(line)).as(line).doesNotThrowAnyException();
    }
  }

  @Test
  void aLineOfRandomCharactersIsReadInTime() {
    var random = new Random(2);
    for (int i = 0; i < 6_000; i++) {
      var line = new StringBuilder();
      for (int length = random.nextInt(30); length > 0; length--) {
        line.append(
            (char) (random.nextInt(10) == 0 ? random.nextInt(0x10000) : random.nextInt(128)));
      }
      assertThat(ShellLine.read(line.toString()).commands()).isNotEmpty();
    }
  }

  /// The worst known cases, at the maximum length of a line.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "(",
        "{ ",
        "$(",
        "$((",
        "((",
        "`",
        "\\`",
        "${x:-",
        "\"$(",
        "\"",
        "'",
        "a",
        "a+",
        "=",
        "a ",
        "a;",
        "a|",
        "a[",
        "<(",
        "<<E ",
        "<<E\n",
        "x=(",
        "if a; then ",
        "case a in b) ",
        "! ",
        "time ",
        "coproc ",
        "env ",
        "eval ",
        "f() ",
        "[[ a && ",
        "[[ ( ",
        "{a,",
        "$[",
        "\\\n",
        "#",
        "&& ",
        "xargs ",
        "sudo ",
        "$((a[",
        "${a[",
        "bash -c '",
        "-",
        "s/a/"
      })
  void aLongLineIsReadInTimeThatGrowsWithItsLength(String piece) {
    var line = piece.repeat(64 * 1024 / piece.length());
    Assertions.assertTimeout(Duration.ofSeconds(10), () -> ShellLine.read(line));
    Assertions.assertTimeout(Duration.ofSeconds(10), () -> ShellLine.read("sed " + line));
  }
}
