package dev.drover.schema.plain;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// A scalar value in a schema.
///
/// @param value the text or the number; null if the type determines it
/// @param json as written in the schema
record ConstantValue(JsonToken type, @Nullable Object value, String json) {

  /// @throws NotPlainSchema if it is an object or an array
  static ConstantValue read(JsonTokenReader in) throws NotPlainSchema {
    int start = in.start();
    var token = in.token();
    return switch (token) {
      case STRING -> new ConstantValue(token, in.text(), in.since(start));
      case WHOLE, DECIMAL -> {
        var number = number(in);
        if (number == null) {
          throw NotPlainSchema.beyond();
        }
        yield new ConstantValue(JsonToken.DECIMAL, number, in.since(start));
      }
      case TRUE, FALSE, NULL -> new ConstantValue(token, null, in.since(start));
      case OBJECT, ARRAY, NAME, END_OBJECT, END_ARRAY, END -> throw NotPlainSchema.beyond();
    };
  }

  /// Whether the reader is at this value. Numbers are compared by value, not by their notation.
  boolean isAt(JsonTokenReader in) {
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

  /// The value of a number, with a scale of at most zero if it is whole.
  ///
  /// A number with a fraction or an exponent is read as a double, which bounds the work.
  ///
  /// @return null if it is too large for that
  static @Nullable BigDecimal number(JsonTokenReader in) {
    if (in.token() == JsonToken.WHOLE) {
      return new BigDecimal(in.text()).stripTrailingZeros();
    }
    double number = Double.parseDouble(in.text());
    return Double.isInfinite(number) ? null : BigDecimal.valueOf(number).stripTrailingZeros();
  }
}
