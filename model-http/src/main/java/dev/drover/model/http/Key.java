package dev.drover.model.http;

/// Where a key comes from. It is asked for each call and never kept, so that it may come from a
/// command, and may change.
@FunctionalInterface
public interface Key {
  /// For a server that wants none.
  Key NONE = () -> "";

  /// @return the key; empty if there is none
  String reveal();

  static Key of(String secret) {
    return () -> secret;
  }
}
