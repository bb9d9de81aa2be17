package dev.drover.kernel;

import static dev.drover.kernel.Samples.FINE;
import static dev.drover.kernel.Samples.call;
import static dev.drover.kernel.Samples.e;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// The checker is checked first: it must object to what a provider objects to.
class StrictProviderTest {
  private static final Message USER = new Message.User(Text.of("Go."));
  private static final Message SAID = assistant(new Block.Prose(Text.of("Done.")));
  private static final Message ASKED = assistant(new Block.Call(call(2)), new Block.Call(call(3)));

  private static Message assistant(Block... blocks) {
    return new Message.Assistant(List.of(blocks), Message.Ending.WHOLE);
  }

  private static Message result(long effect) {
    return new Message.ToolResult(e(effect), "call-" + effect, "send", FINE);
  }

  @Test
  void itAcceptsWhatIsRight() {
    assertThat(StrictProvider.objectionsToAPrompt(List.of())).isEmpty();
    assertThat(StrictProvider.objectionsToAPrompt(List.of(USER, SAID, USER, SAID))).isEmpty();
    assertThat(StrictProvider.objectionsToAPrompt(List.of(USER, ASKED, result(2), result(3), SAID)))
        .isEmpty();
    assertThat(StrictProvider.objectionsToAPrompt(List.of(USER, USER, SAID))).isEmpty();
    assertThat(
            StrictProvider.objectionsToAPrompt(
                List.of(USER, ASKED, result(2), result(3), USER, USER, SAID)))
        .isEmpty();
    assertThat(StrictProvider.objectionsToSending(List.of(USER))).isEmpty();
    assertThat(StrictProvider.objectionsToSending(List.of(USER, ASKED, result(2), result(3))))
        .isEmpty();
  }

  @Test
  void itObjectsToRolesThatDoNotAlternate() {
    assertThat(StrictProvider.objectionsToAPrompt(List.of(SAID))).isNotEmpty();
    assertThat(StrictProvider.objectionsToAPrompt(List.of(USER, SAID, SAID))).isNotEmpty();
    assertThat(StrictProvider.objectionsToAPrompt(List.of(USER))).isNotEmpty();
    assertThat(StrictProvider.objectionsToAPrompt(List.of(USER, ASKED, result(2), result(3))))
        .isNotEmpty();
    assertThat(StrictProvider.objectionsToSending(List.of())).isNotEmpty();
    assertThat(StrictProvider.objectionsToSending(List.of(USER, SAID))).isNotEmpty();
  }

  @Test
  void itObjectsToResultsThatAreMissingDoubledSwappedOrAlone() {
    assertThat(StrictProvider.objectionsToSending(List.of(USER, ASKED))).isNotEmpty();
    assertThat(StrictProvider.objectionsToSending(List.of(USER, ASKED, result(2)))).isNotEmpty();
    assertThat(
            StrictProvider.objectionsToSending(
                List.of(USER, ASKED, result(2), result(3), result(3))))
        .isNotEmpty();
    assertThat(StrictProvider.objectionsToSending(List.of(USER, ASKED, result(3), result(2))))
        .isNotEmpty();
    assertThat(StrictProvider.objectionsToSending(List.of(USER, result(2)))).isNotEmpty();
    assertThat(StrictProvider.objectionsToAPrompt(List.of(USER, SAID, result(2)))).isNotEmpty();
  }
}
