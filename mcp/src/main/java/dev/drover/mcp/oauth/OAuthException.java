package dev.drover.mcp.oauth;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// There is no access token. The message says why, and contains no secret.
final class OAuthException extends IOException {
  private static final long serialVersionUID = 1L;

  OAuthException(String why) {
    this(why, null);
  }

  OAuthException(String why, @Nullable Throwable cause) {
    super("authorization failed: " + why, cause);
  }
}
