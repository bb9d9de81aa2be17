package dev.drover.tools.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("D8")
final class DiffTest {
  @Test
  void joinedLinesAreShown() {
    assertThat(diff("a\nb\nc\n", "b\n", "x")).isEqualTo("@@ line 1 @@\n a\n-b\n-c\n+xc");
    assertThat(diff("a\nb\nc\n", "b\n", "")).isEqualTo("@@ line 1 @@\n a\n-b\n c");
    assertThat(diff("a\nb", "a\n", ""))
        .isEqualTo("@@ line 1 @@\n-a\n b\n\\ No newline at end of file");
  }

  @Test
  void aRemovedFinalNewlineIsShown() {
    assertThat(diff("a\nb\n", "b\n", "b"))
        .isEqualTo("@@ line 1 @@\n a\n-b\n+b\n\\ No newline at end of file");
  }

  @Test
  void replacementsOnOneLineAreShownOnce() {
    assertThat(diff("x x\ny\n", "x", "z")).isEqualTo("@@ line 1 @@\n-x x\n+z z\n y");
  }

  @Test
  void onlyNearbyReplacementsShareContextLines() {
    var text = "x\n1\n2\nx\n3\n4\n5\n6\n7\n8\n9\nx\n";
    assertThat(diff(text, "x", "z"))
        .isEqualTo(
            """
            @@ line 1 @@
            -x
            +z
             1
             2
            -x
            +z
             3
             4
             5
            @@ line 9 @@
             7
             8
             9
            -x
            +z\
            """);
  }

  @Test
  void longDiffsAndLongLinesAreCut() {
    assertThat(diff("x\n".repeat(1_000), "x", "z").lines())
        .hasSize(121)
        .last()
        .isEqualTo("… 1881 more lines of difference");
    assertThat(diff("x".repeat(299) + "😀y", "y", "z"))
        .startsWith("@@ line 1 @@\n-" + "x".repeat(299) + "…\n");
  }

  private static String diff(String text, String old, String replacement) {
    var splices =
        IntStream.iterate(text.indexOf(old), at -> at >= 0, at -> text.indexOf(old, at + 1))
            .mapToObj(at -> new TextSplice(at, at + old.length(), replacement))
            .toList();
    return DiffFormatter.of(text, splices);
  }
}
