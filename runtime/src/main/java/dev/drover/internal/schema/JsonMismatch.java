package dev.drover.internal.schema;

import dev.drover.schema.plain.JsonType;

/// A value that does not fit. The message begins with the path to it.
public final class JsonMismatch extends Exception {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final String reason;

  public JsonMismatch(String reason) {
    this("", reason);
  }

  private JsonMismatch(String path, String reason) {
    super(null, null, false, false);
    this.path = path;
    this.reason = reason;
  }

  static JsonMismatch wanted(JsonType expected, JsonType got) {
    return wanted(expected.toString(), got.toString());
  }

  static JsonMismatch wanted(String expected, String got) {
    return new JsonMismatch("expected %s, got %s".formatted(expected, got));
  }

  public String describe() {
    return path.isEmpty() ? reason : path + ": " + reason;
  }

  @Override
  public String getMessage() {
    return describe();
  }

  /// The same mismatch, inside an object as this property.
  JsonMismatch under(String property) {
    var separator = path.isEmpty() || path.startsWith("[") ? "" : ".";
    return new JsonMismatch(property + separator + path, reason);
  }

  /// The same mismatch, inside an array at this index.
  JsonMismatch at(int index) {
    var separator = path.isEmpty() || path.startsWith("[") ? "" : ".";
    return new JsonMismatch("[" + index + "]" + separator + path, reason);
  }
}
