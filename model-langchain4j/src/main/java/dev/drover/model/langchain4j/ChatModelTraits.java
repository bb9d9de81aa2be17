package dev.drover.model.langchain4j;

import dev.drover.spi.model.history.MediaEncoder;
import java.time.Duration;
import java.util.Set;

/// Facts about a model that LangChain4j does not provide.
///
/// @param window the maximum number of tokens of a request and its reply together
/// @param maxOutput the maximum number of tokens of a reply, unless the model's own parameters set
///   it
/// @param reads the attachments that it can read, in addition to text
/// @param ending the meaning of a streamed reply without a finish reason
/// @param idle how long a stream may be silent, or a model that does not stream may take
public record ChatModelTraits(
    int window, int maxOutput, Set<Reads> reads, SilentEnd ending, Duration idle) {
  /// A model of medium size that accepts images.
  public static final ChatModelTraits USUAL =
      new ChatModelTraits(
          128_000, 8_192, Set.of(Reads.IMAGES), SilentEnd.BROKEN_OFF, Duration.ofMinutes(5));

  public ChatModelTraits {
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

  /// Nearly every provider gives a finish reason. LangChain4j completes a stream that broke off as
  /// if it were whole, without a reason.
  public enum SilentEnd {
    BROKEN_OFF,
    /// This provider never gives a reason.
    USUAL
  }

  public ChatModelTraits window(int tokens) {
    return new ChatModelTraits(tokens, Math.min(maxOutput, tokens), reads, ending, idle);
  }

  public ChatModelTraits maxOutput(int tokens) {
    return new ChatModelTraits(window, tokens, reads, ending, idle);
  }

  public ChatModelTraits reading(Set<Reads> kinds) {
    return new ChatModelTraits(window, maxOutput, kinds, ending, idle);
  }

  public ChatModelTraits ending(SilentEnd meaning) {
    return new ChatModelTraits(window, maxOutput, reads, meaning, idle);
  }

  public ChatModelTraits idle(Duration patience) {
    return new ChatModelTraits(window, maxOutput, reads, ending, patience);
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
        : MediaEncoder.isText(mediaType);
  }
}
