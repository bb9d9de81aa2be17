package dev.drover.testkit.wire;

import java.util.Map;

/// A request as it was received.
///
/// @param target path and query
/// @param headers by their names in lower case
/// @param connection counted from 1
public record WireRequest(
    String method, String target, Map<String, String> headers, String body, int connection) {
  public WireRequest {
    headers = Map.copyOf(headers);
  }
}
