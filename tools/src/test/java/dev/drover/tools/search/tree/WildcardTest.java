package dev.drover.tools.search.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("D10")
final class WildcardTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a.txt        | a.txt      | true
          a.txt        | a.txtx     | false
          *.java       | A.java     | true
          *.java       | .java      | true
          *.java       | a/A.java   | false
          ?.c          | a.c        | true
          ?.c          | é.c        | true
          ?.c          | 😀.c       | true
          a?b          | a/b        | false
          src/*/x      | src/a/x    | true
          src/*/x      | src/a/b/x  | false
          src/**/x     | src/x      | true
          src/**/x     | src/a/b/x  | true
          src/**/x     | src/ax     | false
          **/x         | x          | true
          **/x         | a/b/x      | true
          **/x         | ax         | false
          src/**       | src/a/b    | true
          src/**       | srca       | false
          **\\/x      | a/b/x      | true
          **\\/x      | x          | false
          a**b         | axxb       | true
          a**b         | a/b        | false
          [a-c]x       | bx         | true
          [!a-c]x      | bx         | false
          [^a-c]x      | dx         | true
          [!a]         | /          | false
          []]x         | ]x         | true
          [a-]x        | -x         | true
          [[:digit:]]x | 7x         | true
          [[:digit:]]x | ax         | false
          \\*          | *          | true
          \\*          | a          | false
          """)
  void aPatternMatchesAsInGit(String pattern, String text, boolean matches) {
    assertThat(GitWildcard.of(pattern).orElseThrow().matches(text, 0)).isEqualTo(matches);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[a", "[", "a\\", "[[:foo:]]", "[a\\"})
  void anIncompletePatternIsRejected(String pattern) {
    assertThat(GitWildcard.of(pattern)).isEmpty();
  }

  @Test
  void manyStarsTakeLinearTime() {
    var pattern = GitWildcard.of("*a".repeat(200) + "b").orElseThrow();
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(10), () -> assertThat(pattern.matches("a".repeat(4_000), 0)).isFalse());
  }
}
