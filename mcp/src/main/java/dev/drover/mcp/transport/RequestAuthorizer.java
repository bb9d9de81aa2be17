package dev.drover.mcp.transport;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/// Supplies the credentials of requests. Safe for use by many threads.
public interface RequestAuthorizer {
  /// The headers of the next request: those of the host, and an access token if there is one.
  Map<String, String> headers() throws IOException, InterruptedException;

  /// The server has refused a request with the given headers.
  ///
  /// @param sent the headers that were refused
  /// @param challenges the values of `WWW-Authenticate`
  /// @return whether there are new credentials, and the request should be sent again
  /// @throws IOException if they cannot be obtained
  boolean renew(int status, Map<String, String> sent, List<String> challenges)
      throws IOException, InterruptedException;
}
