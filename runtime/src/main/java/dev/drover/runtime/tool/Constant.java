package dev.drover.runtime.tool;

import dev.drover.runtime.json.JsonToken;
import dev.drover.runtime.json.JsonTokens;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// A value without others inside that a schema names.
///
/// @param value the text, or the number; null if the type says it all
/// @param json as it is written in the schema
record Constant(JsonToken type, @Nullable Object value, String json) {

  /// @throws NotPlain if it has others inside
  static Constant read(JsonTokens in) throws NotPlain {
    int start = in.start();
    var token = in.token();
    return switch (token) {
      case STRING -> new Constant(token, in.text(), in.since(start));
      case WHOLE, DECIMAL -> {
        var number = number(in);
        if (number == null) {
          throw NotPlain.beyond();
        }
        yield new Constant(JsonToken.DECIMAL, number, in.since(start));
      }
      case TRUE, FALSE, NULL -> new Constant(token, null, in.since(start));
      case OBJECT, ARRAY, NAME, END_OBJECT, END_ARRAY, END -> throw NotPlain.beyond();
    };
  }

  /// Whether this value stands here. Of numbers the amount counts, not how they are written.
  boolean isAt(JsonTokens in) {
    return switch (in.token()) {
      case STRING -> type == JsonToken.STRING && value instanceof String text && in.isText(text);
      case WHOLE, DECIMAL -> value instanceof BigDecimal number && isSame(number, number(in));
      case TRUE, FALSE, NULL -> type == in.token();
      case OBJECT, ARRAY, NAME, END_OBJECT, END_ARRAY, END -> false;
    };
  }

  private static boolean isSame(BigDecimal number, @Nullable BigDecimal other) {
    return other != null && number.compareTo(other) == 0;
  }

  /// What a number amounts to, with a scale below zero or zero if it is whole.
  ///
  /// One with a fraction or an exponent counts for what it is as a double, which bounds how much
  /// work it can make.
  ///
  /// @return null if it is too large for that
  static @Nullable BigDecimal number(JsonTokens in) {
    if (in.token() == JsonToken.WHOLE) {
      return new BigDecimal(in.text()).stripTrailingZeros();
    }
    double number = Double.parseDouble(in.text());
    return Double.isInfinite(number) ? null : BigDecimal.valueOf(number).stripTrailingZeros();
  }
}
