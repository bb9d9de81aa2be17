package dev.drover.internal.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.model.Delta;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("I1")
class ReplayBufferTest {
  private static List<Delta> kept(DeltaBuffer buffer) {
    var kept = new ArrayList<Delta>();
    buffer.forEach(kept::add);
    return kept;
  }

  @Test
  void piecesOfOneTextAreJoinedAndTextsKeepTheirOrder() {
    var buffer = new DeltaBuffer(1_000);
    buffer.add(new Delta.ReasoningDelta("h"));
    buffer.add(new Delta.ReasoningDelta("m"));
    buffer.add(new Delta.TextDelta("hel"));
    buffer.add(new Delta.TextDelta("lo"));
    buffer.add(new Delta.ToolInputDelta("c1", "look", "{"));
    buffer.add(new Delta.ToolInputDelta("c2", "look", "["));
    buffer.add(new Delta.ToolInputDelta("c2", "look", "]"));
    assertThat(kept(buffer))
        .containsExactly(
            new Delta.ReasoningDelta("hm"),
            new Delta.TextDelta("hello"),
            new Delta.ToolInputDelta("c1", "look", "{"),
            new Delta.ToolInputDelta("c2", "look", "[]"));
    assertThat(buffer.dropped()).isZero();
  }

  @Test
  void aHundredThousandDeltasTakeNoMoreThanTheLimit() {
    var buffer = new DeltaBuffer(1_000);
    for (int i = 0; i < 100_000; i++) {
      buffer.add(new Delta.TextDelta("x"));
    }
    long left = kept(buffer).stream().mapToLong(delta -> delta.text().length()).sum();
    assertThat(left).isLessThan(1_000);
    assertThat(buffer.dropped()).isEqualTo(100_000 - left);
  }

  @Test
  void manyEmptyTextsTakeNoMoreThanTheLimit() {
    var buffer = new DeltaBuffer(1_000);
    for (int i = 0; i < 1_000; i++) {
      buffer.add(new Delta.ToolInputDelta("c" + i, "look", ""));
    }
    assertThat(kept(buffer)).hasSizeLessThanOrEqualTo(15);
    assertThat(buffer.dropped()).isEqualTo(1_000 - kept(buffer).size());
  }
}
