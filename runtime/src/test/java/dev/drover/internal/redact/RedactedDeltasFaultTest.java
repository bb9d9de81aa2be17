package dev.drover.internal.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.drover.spi.model.Delta;
import dev.drover.spi.secret.SecretRedactor;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A failure in the processing of a delta never reaches the thread that produced the delta.
@Tag("A12")
@Tag("J3")
final class RedactedDeltasFaultTest {
  @Test
  void anErrorWhileADeltaIsShownEndsOnlyTheOutput() {
    var shown = new ArrayList<Delta>();
    var deltas =
        new RedactedDeltas(
            SecretRedactor.KNOWN_SHAPES,
            delta -> {
              shown.add(delta);
              throw new StackOverflowError();
            });
    assertThatCode(
            () -> {
              deltas.accept(new Delta.TextDelta("one "));
              deltas.accept(new Delta.TextDelta("two "));
              deltas.flush();
            })
        .doesNotThrowAnyException();
    assertThat(shown).containsExactly(new Delta.TextDelta("one "));
  }
}
