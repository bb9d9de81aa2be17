package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import dev.drover.architecture.source.Repository;
import dev.drover.architecture.source.Source;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// One formatter decides how Java looks here. `./format` at the root applies it.
class FormatTest {

  /// Longer than others: it does the work of a compiler for the whole tree.
  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void everyFileIsFormatted() {
    var sources = Repository.sources().parallelStream();
    var unformatted = sources.filter(source -> !isFormatted(source.text()));
    assertThat(unformatted.map(Source::path)).as("run ./format").isEmpty();
  }

  @Test
  void whatIsNotFormattedIsFound() {
    assertThat(List.of("class A {  }\n", "import java.util.List;\n\nclass A {}\n"))
        .noneMatch(FormatTest::isFormatted);
  }

  private static boolean isFormatted(String text) {
    try {
      return new Formatter().formatSourceAndFixImports(text).equals(text);
    } catch (FormatterException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
