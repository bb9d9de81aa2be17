package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import dev.drover.architecture.source.ParsedSource;
import dev.drover.architecture.source.RepositoryFiles;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Java is formatted by one formatter. `./format` at the root applies it.
class SourceFormatTest {

  /// Longer than others: it parses the whole tree.
  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void everyFileIsFormatted() {
    var sources = RepositoryFiles.sources().parallelStream();
    var unformatted = sources.filter(source -> !isFormatted(source.text()));
    assertThat(unformatted.map(ParsedSource::path)).as("run ./format").isEmpty();
  }

  @Test
  void unformattedCodeIsFound() {
    assertThat(List.of("class A {  }\n", "import java.util.List;\n\nclass A {}\n"))
        .noneMatch(SourceFormatTest::isFormatted);
  }

  private static boolean isFormatted(String text) {
    try {
      return new Formatter().formatSourceAndFixImports(text).equals(text);
    } catch (FormatterException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
