package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.e;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Text;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every text has 100 characters here; the overhead of a message counts as 16.
class MessageTokenBoundTest {
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
  void aResultCountsItsNameAndTheOutcomeOfTheCall(ToolOutcome outcome, long weight) {
    assertThat(
            MessageTokenBound.of(
                new Message.ToolResult(e(1), "call-1", "read", outcome, List.of())))
        .isEqualTo(16 + 6 + weight);
  }

  @Test
  void aPromptCountsItsTextAndItsMedia() {
    assertThat(MessageTokenBound.of(new Message.User(TEXT, List.of()))).isEqualTo(116);
    assertThat(MessageTokenBound.of(new Message.User(TEXT, MEDIA))).isEqualTo(116 + 2_100 + 2_001);
    assertThat(MessageTokenBound.of(new Message.User(new Text.Stored(BLOB, 5_000), List.of())))
        .isEqualTo(5_016);
  }

  @Test
  void aReplyCountsEachOfItsBlocks() {
    var blocks =
        List.<ContentBlock>of(
            new ContentBlock.Prose(TEXT),
            new ContentBlock.Reasoning(TEXT),
            new ContentBlock.Call(new ToolCall("call-1", "read", TEXT)),
            new ContentBlock.Opaque("fake/model", TEXT));
    assertThat(MessageTokenBound.of(new Message.Assistant(blocks, Message.Ending.WHOLE)))
        .isEqualTo(116 + 116 + (16 + 6 + 4 + 100) + 116);
  }
}
