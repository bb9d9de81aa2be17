package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.architecture.source.RepositoryFiles;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The parameters of our own tools use annotations that are available everywhere.
///
/// Whether a parameter is optional is read at run time, and the nullness annotation exists only in
/// programs that depend on it themselves: without it all parameters would be required.
class ParamsTest {
  private static final Pattern NULLABLE = Pattern.compile("@Param\\([^)]*\\)\\s*@Nullable");

  @Test
  void noOwnToolParameterIsOptionalByNullness() {
    var found =
        RepositoryFiles.mainSources().stream()
            .filter(source -> isNullable(source.text()))
            .map(source -> source.path().getFileName().toString())
            .toList();
    assertThat(found).isEmpty();
  }

  @Test
  void aParameterOptionalByNullnessIsFound() {
    assertThat(
            List.of(
                "@Param(name = \"a\")\n      @Nullable String a", "@Param(name = \"b\") String b"))
        .extracting(ParamsTest::isNullable)
        .containsExactly(true, false);
  }

  private static boolean isNullable(String source) {
    return NULLABLE.matcher(source).find();
  }
}
