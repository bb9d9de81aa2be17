package dev.drover.mcp.transport;

import java.io.IOException;

/// The server answered with a status of HTTP that is no success, and with no message of the
/// protocol.
public final class HttpStatusException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int status;

  public HttpStatusException(int status, String what) {
    super(what);
    this.status = status;
  }

  public int status() {
    return status;
  }
}
