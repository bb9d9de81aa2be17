package dev.drover.model.http.protocol;

import dev.drover.spi.model.ModelException.Kind;
import java.time.Duration;

/// Why there is no reply, in terms that all providers share.
///
/// @param message the provider's message for people; may be empty
/// @param after the requested delay; zero if there is none
public record ProviderError(Kind kind, String message, Duration after) {
  public ProviderError(Kind kind, String said) {
    this(kind, said, Duration.ZERO);
  }
}
