package dev.drover.schema.plain;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Writes a JSON text. Commas are added automatically: no value ends in `{`, `[` or `:`, so the
/// last character shows whether a value precedes the next one.
///
/// For one thread.
public final class JsonTextWriter {
  private final StringBuilder text = new StringBuilder();

  public JsonTextWriter open() {
    return mark('{');
  }

  public JsonTextWriter close() {
    text.append('}');
    return this;
  }

  public JsonTextWriter openList() {
    return mark('[');
  }

  public JsonTextWriter closeList() {
    text.append(']');
    return this;
  }

  /// The value is written next.
  public JsonTextWriter name(String name) {
    string(name);
    text.append(':');
    return this;
  }

  public JsonTextWriter field(String name, String value) {
    return name(name).string(value);
  }

  public JsonTextWriter field(String name, long value) {
    return name(name).raw(Long.toString(value));
  }

  public JsonTextWriter field(String name, boolean value) {
    return name(name).raw(Boolean.toString(value));
  }

  public JsonTextWriter string(String value) {
    comma();
    text.append('"');
    int plain = 0;
    for (int i = 0; i < value.length(); i++) {
      var escape = escape(value.charAt(i));
      if (escape != null) {
        text.append(value, plain, i).append(escape);
        plain = i + 1;
      }
    }
    text.append(value, plain, value.length()).append('"');
    return this;
  }

  /// Appends a text that is already JSON.
  public JsonTextWriter raw(String json) {
    comma();
    text.append(json);
    return this;
  }

  private JsonTextWriter mark(char mark) {
    comma();
    text.append(mark);
    return this;
  }

  private void comma() {
    if (!text.isEmpty()) {
      char last = text.charAt(text.length() - 1);
      if (last != '{' && last != '[' && last != ':') {
        text.append(',');
      }
    }
  }

  private static @Nullable String escape(char c) {
    return switch (c) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      case '\b' -> "\\b";
      case '\f' -> "\\f";
      default -> c < ' ' ? "\\u" + HexFormat.of().toHexDigits(c) : null;
    };
  }

  /// The text written so far.
  @Override
  public String toString() {
    return text.toString();
  }
}
