package dev.drover.mcp.oauth;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A token and what is known about it. Never printed.
///
/// @param refresh null if there is none
/// @param expires null if unknown
/// @param scopes that it was requested with, or that the server granted
record AccessToken(
    String value, @Nullable String refresh, @Nullable Instant expires, Set<String> scopes) {
  AccessToken {
    scopes = Set.copyOf(scopes);
  }

  boolean isExpired(Instant now) {
    return expires != null && !now.isBefore(expires);
  }

  @Override
  public String toString() {
    return "AccessToken[scopes=%s, expires=%s]".formatted(scopes, expires);
  }
}
