package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What once broke something breaks nothing any more.
final class CorpusTest {
  @TestFactory
  Stream<DynamicContainer> everyKeptInputIsReadOrRefused() {
    return Arrays.stream(Reader.values())
        .map(
            reader -> {
              var target = reader.target();
              var kept = Corpus.of(reader);
              assertThat(kept).as("inputs of " + reader).isNotEmpty();
              return DynamicContainer.dynamicContainer(
                  reader.name(),
                  kept.stream()
                      .map(
                          each ->
                              DynamicTest.dynamicTest(
                                  each.getFileName().toString(),
                                  () -> target.accept(Corpus.bytes(each)))));
            });
  }
}
