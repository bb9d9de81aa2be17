package dev.drover.model.http;

/// The source of an API key. It is queried for each call and the key is never kept, so that it may
/// come from a command, and may change.
@FunctionalInterface
public interface ApiKeySource {
  /// For a server that needs no key.
  ApiKeySource NONE = () -> "";

  /// @return the key; empty if there is none
  String reveal();

  /// Where a person would look for it, such as the name of a variable; empty if unknown. Shown when
  /// the key is rejected.
  default String place() {
    return "";
  }

  static ApiKeySource of(String secret) {
    return () -> secret;
  }

  /// A key that a person stores somewhere.
  ///
  /// @param place such as the name of a variable
  static ApiKeySource kept(String place, String secret) {
    return new ApiKeySource() {
      @Override
      public String reveal() {
        return secret;
      }

      @Override
      public String place() {
        return place;
      }
    };
  }
}
