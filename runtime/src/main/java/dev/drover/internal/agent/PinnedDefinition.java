package dev.drover.internal.agent;

/// A tool whose definition comes from outside and may change: a grant is valid for one definition
/// only.
public interface PinnedDefinition {
  /// The SHA-256, in hex, of the whole definition and of its origin.
  String digest();

  /// Readable, with a line for each part.
  String definition();
}
