package dev.drover.mcp.server.protocol;

import java.util.List;

/// How a client speaks.
public enum ProtocolEra {
  /// Begins with `initialize`.
  LEGACY,
  /// Each request carries the version and the capabilities.
  MODERN;

  public static final String MODERN_VERSION = "2026-07-28";
  public static final String LEGACY_VERSION = "2025-11-25";

  /// Newest first. The versions before the last legacy one differ from it in nothing that this
  /// server does.
  public static final List<String> LEGACY_VERSIONS =
      List.of(LEGACY_VERSION, "2025-06-18", "2025-03-26");

  /// What a client of any era can choose from.
  public static final List<String> SUPPORTED = List.of(MODERN_VERSION, LEGACY_VERSION);
}
