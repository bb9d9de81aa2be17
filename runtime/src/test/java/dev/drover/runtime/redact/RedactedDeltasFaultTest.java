package dev.drover.runtime.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.drover.spi.model.Delta;
import dev.drover.spi.secret.Redactor;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// An error on the way of a fragment never reaches the thread that made the fragment.
@Tag("A12")
@Tag("J3")
final class RedactedDeltasFaultTest {
  @Test
  void anErrorWhileAFragmentIsShownEndsTheShowAndNothingElse() {
    var shown = new ArrayList<Delta>();
    var deltas =
        new RedactedDeltas(
            Redactor.OF_SHAPES,
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
