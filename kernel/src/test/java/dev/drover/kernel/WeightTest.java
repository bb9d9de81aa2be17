package dev.drover.kernel;

import static dev.drover.kernel.Samples.e;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every text of 100 characters here; what is around a message counts for 16.
class WeightTest {
  private static final String HUNDRED = "x".repeat(100);
  private static final Text TEXT = Text.of(HUNDRED);
  private static final BlobId BLOB = new BlobId("ab".repeat(32));
  private static final List<Media> MEDIA =
      List.of(new Media("image/png", BLOB, 6_400, "a"), new Media("image/png", BLOB, 64, "b"));

  static Stream<Arguments> outcomes() {
    return Stream.of(
        Arguments.of(new ToolOutcome.Succeeded(TEXT), 100),
        Arguments.of(new ToolOutcome.Succeeded(TEXT, MEDIA), 100 + 2_000 + 100 + 2_000 + 1),
        Arguments.of(new ToolOutcome.Failed(TEXT), 100),
        Arguments.of(new ToolOutcome.Refused(HUNDRED), 116),
        Arguments.of(new ToolOutcome.Denied("policy", HUNDRED), 116),
        Arguments.of(new ToolOutcome.Unknown(HUNDRED), 116),
        Arguments.of(new ToolOutcome.Cancelled(HUNDRED), 116));
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void aResultWeighsItsNameAndWhatCameOfTheCall(ToolOutcome outcome, long weight) {
    assertThat(Weight.of(new Message.ToolResult(e(1), "call-1", "read", outcome, List.of())))
        .isEqualTo(16 + 6 + weight);
  }

  @Test
  void aPromptWeighsItsTextAndWhatComesWithIt() {
    assertThat(Weight.of(new Message.User(TEXT, List.of()))).isEqualTo(116);
    assertThat(Weight.of(new Message.User(TEXT, MEDIA))).isEqualTo(116 + 2_100 + 2_001);
    assertThat(Weight.of(new Message.User(new Text.Stored(BLOB, 5_000), List.of())))
        .isEqualTo(5_016);
  }

  @Test
  void aReplyWeighsEachOfItsBlocks() {
    var blocks =
        List.<Block>of(
            new Block.Prose(TEXT),
            new Block.Reasoning(TEXT),
            new Block.Call(new ToolCall("call-1", "read", TEXT)),
            new Block.Opaque("fake/model", TEXT));
    assertThat(Weight.of(new Message.Assistant(blocks, Message.Ending.WHOLE)))
        .isEqualTo(116 + 116 + (16 + 6 + 4 + 100) + 116);
  }
}
