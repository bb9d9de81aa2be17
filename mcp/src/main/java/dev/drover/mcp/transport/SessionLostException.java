package dev.drover.mcp.transport;

import java.io.IOException;

/// The server no longer knows the session. The request was not carried out.
public final class SessionLostException extends IOException {
  private static final long serialVersionUID = 1L;

  public SessionLostException() {
    super("the server no longer knows the session");
  }
}
