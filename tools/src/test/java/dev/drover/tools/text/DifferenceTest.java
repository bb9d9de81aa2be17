package dev.drover.tools.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("D8")
final class DifferenceTest {
  @Test
  void onlyDifferingLinesAreReplaced() {
    assertThat(MyersDiff.between("a\nb\nc\nd\n", "a\nB\nc\nd\ne\n"))
        .containsExactly(new TextSplice(2, 4, "B\n"), new TextSplice(8, 8, "e\n"));
    assertThat(MyersDiff.between("a\nb\nc\n", "b\n"))
        .containsExactly(new TextSplice(0, 2, ""), new TextSplice(4, 6, ""));
    assertThat(MyersDiff.between("a\n", "a\n")).isEmpty();
    assertThat(MyersDiff.between("", "a\nb")).containsExactly(new TextSplice(0, 0, "a\nb"));
    assertThat(MyersDiff.between("a\nb", "a\nb\n")).containsExactly(new TextSplice(2, 3, "b\n"));
  }

  @Test
  void textsWithLittleInCommonAreReplacedCompletely() {
    var before = "b\n".repeat(1_000);
    assertThat(MyersDiff.between(before, "c\n".repeat(1_000)))
        .containsExactly(new TextSplice(0, before.length(), "c\n".repeat(1_000)));
  }

  @Test
  void applyingTheDifferenceYieldsTheOtherText() {
    var random = new SplittableRandom(3);
    for (int i = 0; i < 500; i++) {
      var before = lines(random);
      var after = lines(random);
      assertThat(apply(before, MyersDiff.between(before, after))).isEqualTo(after);
    }
  }

  private static String lines(SplittableRandom random) {
    var text = new StringBuilder();
    for (int n = random.nextInt(12); n > 0; n--) {
      text.append((char) ('a' + random.nextInt(3))).append('\n');
    }
    return text.toString();
  }

  private static String apply(String text, List<TextSplice> splices) {
    var result = new StringBuilder(text);
    for (var splice : splices.reversed()) {
      result.replace(splice.start(), splice.end(), splice.replacement());
    }
    return result.toString();
  }
}
