package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.architecture.source.Repository;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What our own tools take is told from annotations that are there wherever they run.
///
/// Whether a parameter may be left out is read when the program runs, and the annotation of
/// nullness is there only in programs that use it themselves: without it all parameters would have
/// to be given.
class ParamsTest {
  private static final Pattern NULLABLE = Pattern.compile("@Param\\([^)]*\\)\\s*@Nullable");

  @Test
  void noParameterOfOurOwnIsLeftOutBecauseItMayBeNull() {
    var found =
        Repository.mainSources().stream()
            .filter(source -> isNullable(source.text()))
            .map(source -> source.path().getFileName().toString())
            .toList();
    assertThat(found).isEmpty();
  }

  @Test
  void suchAParameterIsFound() {
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
