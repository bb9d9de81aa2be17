package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import dev.drover.architecture.source.Repository;
import dev.drover.architecture.source.Source;
import java.util.List;
import org.junit.jupiter.api.Test;

/// One formatter decides how Java looks here. `./format` at the root applies it.
class FormatTest {

  @Test
  void everyFileIsFormatted() {
    var unformatted = Repository.sources().stream().filter(source -> !isFormatted(source.text()));
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
