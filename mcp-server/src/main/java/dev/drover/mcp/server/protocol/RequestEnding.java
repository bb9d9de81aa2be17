package dev.drover.mcp.server.protocol;

/// Why a request is no longer wanted.
public enum RequestEnding {
  /// It is wanted.
  NONE,
  /// The client said so.
  CANCELLED,
  /// Its connection is gone, which in the modern era over HTTP also means that it is cancelled.
  DISCONNECTED,
  /// The server stops.
  STOPPED
}
