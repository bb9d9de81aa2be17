package dev.drover.cli.output;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Usage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One JSON object on one line, built field by field, in the order in which they are given.
public final class JsonLine {
  private static final char FIRST_PRINTABLE = 0x20;
  private static final char DELETE = 0x7F;
  private static final int MOST_MARKS = 4;

  private final StringBuilder out = new StringBuilder("{");

  public JsonLine with(String name, @Nullable Object value) {
    if (out.length() > 1) {
      out.append(',');
    }
    string(name);
    out.append(':');
    value(value);
    return this;
  }

  /// With the field names of events.
  public static JsonLine of(Usage usage) {
    return new JsonLine()
        .with("input", usage.input())
        .with("output", usage.output())
        .with("cache_read", usage.cacheRead())
        .with("cache_write", usage.cacheWrite())
        .with("reasoning", usage.reasoning());
  }

  /// With the field names of events.
  public static JsonLine of(Problem problem) {
    return new JsonLine()
        .with("code", problem.code())
        .with("title", problem.title())
        .with("detail", problem.detail())
        .with("remedy", problem.remedy());
  }

  /// The error object for programs that read standard error.
  public static JsonLine error(Problem problem) {
    return new JsonLine()
        .with("type", "error")
        .with("code", problem.code())
        .with("title", problem.title())
        .with("detail", problem.detail())
        .with("remedy", problem.remedy());
  }

  private void value(@Nullable Object value) {
    switch (value) {
      case null -> out.append("null");
      case Number number -> out.append(number);
      case Boolean truth -> out.append(truth);
      case JsonLine object -> out.append(object);
      case List<?> list -> {
        out.append('[');
        for (int i = 0; i < list.size(); i++) {
          if (i > 0) {
            out.append(',');
          }
          value(list.get(i));
        }
        out.append(']');
      }
      default -> string(value.toString());
    }
  }

  private void string(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < FIRST_PRINTABLE || isLonely(text, i)) {
            out.append("\\u%04x".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  /// Adds a field to a JSON object.
  static String and(String object, String name, String text) {
    var more = new JsonLine();
    more.string(name);
    more.out.append(':');
    more.string(text);
    return object.substring(0, object.length() - 1) + "," + more.out.substring(1) + "}";
  }

  /// Escapes each character that a terminal would not show as it is. In JSON such characters can
  /// only occur inside strings.
  ///
  /// @param json one object, on one line
  /// @param asciiOnly whether all non-ASCII characters are escaped too
  static String visible(String json, boolean asciiOnly) {
    StringBuilder visible = null;
    int marks = 0;
    for (int i = 0; i < json.length(); ) {
      int c = json.codePointAt(i);
      int next = i + Character.charCount(c);
      marks = CodePoints.isMark(c) ? marks + 1 : 0;
      boolean isShown =
          c < DELETE
              || !(asciiOnly
                  || CodePoints.isHidden(c)
                  || CodePoints.isOddSpace(c)
                  || marks > MOST_MARKS);
      if (!isShown && visible == null) {
        visible = new StringBuilder(json.length() + 64).append(json, 0, i);
      }
      if (visible != null) {
        if (isShown) {
          visible.appendCodePoint(c);
        } else {
          escape(visible, json, i, next);
        }
      }
      i = next;
    }
    return visible == null ? json : visible.toString();
  }

  private static void escape(StringBuilder out, String text, int from, int to) {
    for (int i = from; i < to; i++) {
      out.append("\\u%04x".formatted((int) text.charAt(i)));
    }
  }

  /// An unpaired surrogate: JSON can represent it, UTF-8 cannot.
  private static boolean isLonely(String text, int at) {
    char c = text.charAt(at);
    if (Character.isHighSurrogate(c)) {
      return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
    }
    return Character.isLowSurrogate(c)
        && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
  }

  @Override
  public String toString() {
    return out + "}";
  }
}
