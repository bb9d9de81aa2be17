package dev.drover.model.http;

/// Where a key comes from. It is asked for each call and never kept, so that it may come from a
/// command, and may change.
@FunctionalInterface
public interface Key {
  /// For a server that wants none.
  Key NONE = () -> "";

  /// @return the key; empty if there is none
  String reveal();

  /// Where a person would look after it, such as the name of a variable; empty if that is not
  /// known. Is shown when the key is refused.
  default String place() {
    return "";
  }

  static Key of(String secret) {
    return () -> secret;
  }

  /// A key that a person keeps somewhere.
  ///
  /// @param place such as the name of a variable
  static Key kept(String place, String secret) {
    return new Key() {
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
