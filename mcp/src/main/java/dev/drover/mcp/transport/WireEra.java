package dev.drover.mcp.transport;

/// The two forms of the protocol.
public enum WireEra {
  /// Up to 2025-11-25: a handshake, sessions, requests in both directions.
  SESSION,
  /// From 2026-07-28: each request stands alone.
  STATELESS
}
