package dev.drover.server;

import dev.drover.kernel.value.Problem;
import dev.drover.spi.Bytes;

/// Problems as `application/problem+json`, with `code` and `remedy`.
final class ProblemReplies {
  private ProblemReplies() {}

  static HttpReply of(int status, Problem problem, HeaderFields headers) {
    var json =
        "{\"status\":%d,\"code\":%s,\"title\":%s,\"detail\":%s,\"remedy\":%s}"
            .formatted(
                status,
                quoted(problem.code()),
                quoted(problem.title()),
                quoted(problem.detail()),
                quoted(problem.remedy()));
    return new HttpReply.Whole(
        status,
        headers.with("Content-Type", "application/problem+json").with("Cache-Control", "no-store"),
        Bytes.of(json));
  }

  private static String quoted(String text) {
    var quoted = new StringBuilder("\"");
    text.chars()
        .forEach(
            unit -> {
              switch (unit) {
                case '"', '\\' -> quoted.append('\\').append((char) unit);
                case '\n' -> quoted.append("\\n");
                default -> {
                  if (unit < ' ' || Character.isSurrogate((char) unit)) {
                    quoted.append("\\u%04x".formatted(unit));
                  } else {
                    quoted.append((char) unit);
                  }
                }
              }
            });
    return quoted.append('"').toString();
  }
}
