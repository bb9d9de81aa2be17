package dev.drover.model.langchain4j;

import dev.drover.spi.model.history.Attachments;
import java.time.Duration;
import java.util.Set;

/// What is to be known about a model that LangChain4j cannot tell.
///
/// @param window how many tokens a request and its reply have together at most
/// @param maxOutput how many tokens a reply has at most, unless the model's own parameters say so
/// @param reads what it can make something of, beside words
/// @param ending what a reply of a streaming model without a reason for its end means
/// @param idle how long a stream may be silent, or a model that does not stream may take
public record Traits(int window, int maxOutput, Set<Reads> reads, SilentEnd ending, Duration idle) {
  /// A model of medium size that looks at images.
  public static final Traits USUAL =
      new Traits(128_000, 8_192, Set.of(Reads.IMAGES), SilentEnd.BROKEN_OFF, Duration.ofMinutes(5));

  public Traits {
    if (maxOutput < 1 || window < maxOutput) {
      throw new IllegalArgumentException(
          "a model gives at least one token, and no more than its window holds: %d of %d"
              .formatted(maxOutput, window));
    }
    if (idle.isNegative() || idle.isZero()) {
      throw new IllegalArgumentException("a model is given some time: " + idle);
    }
    reads = Set.copyOf(reads);
  }

  /// Kinds of attachments.
  public enum Reads {
    IMAGES,
    /// PDF.
    DOCUMENTS,
    AUDIO
  }

  /// Nearly every provider says why a reply ended. LangChain4j completes a stream that broke off as
  /// if it were whole, without a reason.
  public enum SilentEnd {
    BROKEN_OFF,
    /// This provider never gives a reason.
    USUAL
  }

  public Traits window(int tokens) {
    return new Traits(tokens, Math.min(maxOutput, tokens), reads, ending, idle);
  }

  public Traits maxOutput(int tokens) {
    return new Traits(window, tokens, reads, ending, idle);
  }

  public Traits reading(Set<Reads> kinds) {
    return new Traits(window, maxOutput, kinds, ending, idle);
  }

  public Traits ending(SilentEnd meaning) {
    return new Traits(window, maxOutput, reads, meaning, idle);
  }

  public Traits idle(Duration patience) {
    return new Traits(window, maxOutput, reads, ending, patience);
  }

  boolean reads(String mediaType) {
    if (mediaType.startsWith("image/")) {
      return reads.contains(Reads.IMAGES);
    }
    if (mediaType.startsWith("audio/")) {
      return reads.contains(Reads.AUDIO);
    }
    return mediaType.equals("application/pdf")
        ? reads.contains(Reads.DOCUMENTS)
        : Attachments.isText(mediaType);
  }
}
