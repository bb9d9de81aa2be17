package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Inputs that once caused a failure no longer do.
final class FuzzCorpusTest {
  @TestFactory
  Stream<DynamicContainer> everyStoredInputIsReadOrRefused() {
    return Arrays.stream(FuzzReaders.values())
        .map(
            reader -> {
              var target = reader.target();
              var kept = FuzzCorpus.of(reader);
              assertThat(kept).as("inputs of " + reader).isNotEmpty();
              return DynamicContainer.dynamicContainer(
                  reader.name(),
                  kept.stream()
                      .map(
                          each ->
                              DynamicTest.dynamicTest(
                                  each.getFileName().toString(),
                                  () -> target.accept(FuzzCorpus.bytes(each)))));
            });
  }
}
