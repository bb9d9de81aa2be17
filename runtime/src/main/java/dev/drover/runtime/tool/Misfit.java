package dev.drover.runtime.tool;

/// A value that does not fit where it should go. The message begins with the way to it.
final class Misfit extends Exception {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final String reason;

  Misfit(String reason) {
    this("", reason);
  }

  private Misfit(String path, String reason) {
    super(null, null, false, false);
    this.path = path;
    this.reason = reason;
  }

  static Misfit wanted(JsonType expected, JsonType got) {
    return wanted(expected.toString(), got.toString());
  }

  static Misfit wanted(String expected, String got) {
    return new Misfit("expected %s, got %s".formatted(expected, got));
  }

  String words() {
    return path.isEmpty() ? reason : path + ": " + reason;
  }

  @Override
  public String getMessage() {
    return words();
  }

  /// The same, seen from the object that has it as a property.
  Misfit under(String property) {
    var separator = path.isEmpty() || path.startsWith("[") ? "" : ".";
    return new Misfit(property + separator + path, reason);
  }

  /// The same, seen from the array that has it as an item.
  Misfit at(int index) {
    var separator = path.isEmpty() || path.startsWith("[") ? "" : ".";
    return new Misfit("[" + index + "]" + separator + path, reason);
  }
}
