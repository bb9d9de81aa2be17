package dev.drover.internal.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("J11")
final class DefinitionDiffTest {
  @Test
  void linesThatStayAreShownOnceBetweenThoseThatChange() {
    assertThat(DefinitionDiff.of("a\nb\nc\nd\n", "a\nx\nc\nd\ne\n"))
        .isEqualTo("  a\n- b\n+ x\n  c\n  d\n+ e\n");
  }

  @Test
  void equalTextsHaveNoMarks() {
    assertThat(DefinitionDiff.of("a\nb\n", "a\nb\n")).isEqualTo("  a\n  b\n");
  }

  @Test
  void aTextThatIsGoneIsShownAsRemoved() {
    assertThat(DefinitionDiff.of("a\nb\n", "")).isEqualTo("- a\n- b\n");
  }

  @Test
  void longTextsAreShownOneAfterTheOther() {
    var before = "a\n".repeat(2_001);
    assertThat(DefinitionDiff.of(before, "b\n"))
        .startsWith("- a\n- a\n")
        .endsWith("- a\n+ b\n")
        .hasLineCount(2_002);
  }
}
