package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.call;
import static dev.drover.kernel.machine.SampleValues.e;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.Text;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests of the checker: it must object to everything that a provider refuses.
class StrictProviderTest {
  private static final Message USER = new Message.User(Text.of("Go."));
  private static final Message SAID = assistant(new ContentBlock.Prose(Text.of("Done.")));
  private static final Message ASKED =
      assistant(new ContentBlock.Call(call(2)), new ContentBlock.Call(call(3)));

  private static Message assistant(ContentBlock... blocks) {
    return new Message.Assistant(List.of(blocks), Message.Ending.WHOLE);
  }

  private static Message result(long effect) {
    return new Message.ToolResult(e(effect), "call-" + effect, "send", FINE);
  }

  @Test
  void itAcceptsAValidConversation() {
    assertThat(StrictConversationCheck.objectionsToAPrompt(List.of())).isEmpty();
    assertThat(StrictConversationCheck.objectionsToAPrompt(List.of(USER, SAID, USER, SAID)))
        .isEmpty();
    assertThat(
            StrictConversationCheck.objectionsToAPrompt(
                List.of(USER, ASKED, result(2), result(3), SAID)))
        .isEmpty();
    assertThat(StrictConversationCheck.objectionsToAPrompt(List.of(USER, USER, SAID))).isEmpty();
    assertThat(
            StrictConversationCheck.objectionsToAPrompt(
                List.of(USER, ASKED, result(2), result(3), USER, USER, SAID)))
        .isEmpty();
    assertThat(StrictConversationCheck.objectionsToSending(List.of(USER))).isEmpty();
    assertThat(
            StrictConversationCheck.objectionsToSending(List.of(USER, ASKED, result(2), result(3))))
        .isEmpty();
  }

  @Test
  void itObjectsToRolesThatDoNotAlternate() {
    assertThat(StrictConversationCheck.objectionsToAPrompt(List.of(SAID))).isNotEmpty();
    assertThat(StrictConversationCheck.objectionsToAPrompt(List.of(USER, SAID, SAID))).isNotEmpty();
    assertThat(StrictConversationCheck.objectionsToAPrompt(List.of(USER))).isNotEmpty();
    assertThat(
            StrictConversationCheck.objectionsToAPrompt(List.of(USER, ASKED, result(2), result(3))))
        .isNotEmpty();
    assertThat(StrictConversationCheck.objectionsToSending(List.of())).isNotEmpty();
    assertThat(StrictConversationCheck.objectionsToSending(List.of(USER, SAID))).isNotEmpty();
  }

  @Test
  void itObjectsToMissingRepeatedSwappedOrOrphanedResults() {
    assertThat(StrictConversationCheck.objectionsToSending(List.of(USER, ASKED))).isNotEmpty();
    assertThat(StrictConversationCheck.objectionsToSending(List.of(USER, ASKED, result(2))))
        .isNotEmpty();
    assertThat(
            StrictConversationCheck.objectionsToSending(
                List.of(USER, ASKED, result(2), result(3), result(3))))
        .isNotEmpty();
    assertThat(
            StrictConversationCheck.objectionsToSending(List.of(USER, ASKED, result(3), result(2))))
        .isNotEmpty();
    assertThat(StrictConversationCheck.objectionsToSending(List.of(USER, result(2)))).isNotEmpty();
    assertThat(StrictConversationCheck.objectionsToAPrompt(List.of(USER, SAID, result(2))))
        .isNotEmpty();
  }
}
