package dev.drover.runtime.json;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Writes a JSON text. Commas come by themselves: no value ends in `{`, `[` or `:`, so the last
/// character tells whether something stands before the next one.
///
/// For one thread.
public final class JsonText {
  private final StringBuilder text = new StringBuilder();

  public JsonText open() {
    return mark('{');
  }

  public JsonText close() {
    text.append('}');
    return this;
  }

  public JsonText openList() {
    return mark('[');
  }

  public JsonText closeList() {
    text.append(']');
    return this;
  }

  /// The value comes next.
  public JsonText name(String name) {
    string(name);
    text.append(':');
    return this;
  }

  public JsonText field(String name, String value) {
    return name(name).string(value);
  }

  public JsonText field(String name, long value) {
    return name(name).raw(Long.toString(value));
  }

  public JsonText field(String name, boolean value) {
    return name(name).raw(Boolean.toString(value));
  }

  public JsonText string(String value) {
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

  /// What is JSON already.
  public JsonText raw(String json) {
    comma();
    text.append(json);
    return this;
  }

  private JsonText mark(char mark) {
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

  /// What has been written.
  @Override
  public String toString() {
    return text.toString();
  }
}
