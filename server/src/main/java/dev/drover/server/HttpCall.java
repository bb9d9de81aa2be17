package dev.drover.server;

import static dev.drover.kernel.check.NullChecks.nonNull;

/// One request.
///
/// @param method in upper case
/// @param path decoded, beginning with a slash
/// @param query as it was sent, without the question mark; empty if there is none
/// @param principal the person or program that calls, as a guard found out; empty if unknown
public record HttpCall(
    String method,
    String path,
    String query,
    HeaderFields headers,
    CallBody body,
    String principal) {
  public HttpCall {
    nonNull(method, "method");
    nonNull(path, "path");
    nonNull(query, "query");
    nonNull(headers, "headers");
    nonNull(body, "body");
    nonNull(principal, "principal");
  }

  public HttpCall(String method, String path, HeaderFields headers, CallBody body) {
    this(method, path, "", headers, body, "");
  }

  /// The same call of a known caller.
  public HttpCall by(String caller) {
    return new HttpCall(method, path, query, headers, body, caller);
  }
}
