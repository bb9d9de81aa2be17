package dev.drover.model.http.protocol;

import dev.drover.spi.model.ModelException;

/// Carries a [ProviderError] out of a [ReplyReader].
public final class ProviderErrorException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient ProviderError error;

  public ProviderErrorException(ProviderError trouble) {
    super(trouble.message());
    this.error = trouble;
  }

  /// The stream ended without its end marker.
  public static ProviderErrorException cut() {
    return malformed("the stream ended without its end marker");
  }

  /// The stream is malformed.
  public static ProviderErrorException malformed(String what) {
    return new ProviderErrorException(new ProviderError(ModelException.Kind.BROKEN, what));
  }

  public ProviderError error() {
    return error;
  }
}
