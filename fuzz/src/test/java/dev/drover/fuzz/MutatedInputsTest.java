package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Seeded mutations of the stored inputs, the same in every build.
final class MutatedInputsTest {
  private static final long SEED = 20_260_101;

  /// A larger input has a special purpose, and mutations of it find nothing else.
  private static final int LARGE = 2_000;

  @ParameterizedTest
  @EnumSource
  void everyGeneratedInputIsReadOrRefused(FuzzReaders reader) {
    var target = reader.target();
    var samples =
        FuzzCorpus.of(reader).stream()
            .map(FuzzCorpus::bytes)
            .filter(bytes -> bytes.length < LARGE)
            .toList();
    var mutations = new InputMutations(samples, reader.words(), new SplittableRandom(SEED));
    for (int i = 0; i < reader.cases(); i++) {
      var input = mutations.next();
      var trouble = FuzzTrial.of(target, input);
      if (trouble != null) {
        var least = FuzzTrial.shortened(target, input);
        fail(
            "%s, input %d: %s%nThe shortest that still does it, to be kept in %s:%n%s%nin Base64: %s"
                .formatted(
                    reader,
                    i,
                    trouble,
                    reader.corpus(),
                    new String(least, StandardCharsets.UTF_8),
                    Base64.getEncoder().encodeToString(least)),
            trouble);
      }
    }
  }

  @Test
  void aFindingIsReducedToItsRelevantPart() {
    FuzzTarget failsOnX =
        input -> assertThat(new String(input, StandardCharsets.US_ASCII)).doesNotContain("x");
    var input = "hello, xylophone".getBytes(StandardCharsets.US_ASCII);
    assertThat(FuzzTrial.shortened(failsOnX, input))
        .asString(StandardCharsets.US_ASCII)
        .isEqualTo("x");
  }

  @Test
  void theSameSeedYieldsTheSameInputs() {
    assertThat(made(1)).isEqualTo(made(1)).isNotEqualTo(made(2));
  }

  private static List<String> made(long seed) {
    var sample = "one two".getBytes(StandardCharsets.US_ASCII);
    var mutations =
        new InputMutations(List.of(sample), List.of("three"), new SplittableRandom(seed));
    return Stream.generate(() -> new String(mutations.next(), StandardCharsets.ISO_8859_1))
        .limit(20)
        .toList();
  }
}
