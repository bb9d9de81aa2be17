package dev.drover.internal.schema;

import dev.drover.schema.plain.JsonTextWriter;
import dev.drover.schema.plain.JsonToken;
import dev.drover.schema.plain.JsonTokenReader;
import dev.drover.schema.plain.JsonType;
import dev.drover.spi.text.SentenceExcerpt;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The shapes of numbers. A whole number may be written as `1.0` or `1e3`, as in JSON schema; a
/// number that does not fit its type is refused, never truncated.
final class NumberShapes {
  private static final int MAX_DIGITS = 100_000;

  private NumberShapes() {}

  /// Handles primitives and boxes.
  ///
  /// @return null if it is not a number
  static @Nullable JsonShape of(Class<?> type) {
    return switch (type.getName()) {
      case "byte", "java.lang.Byte" ->
          new WholeShape("byte", Byte.MIN_VALUE, Byte.MAX_VALUE, Long::byteValue);
      case "short", "java.lang.Short" ->
          new WholeShape("short", Short.MIN_VALUE, Short.MAX_VALUE, Long::shortValue);
      case "int", "java.lang.Integer" ->
          new WholeShape("int", Integer.MIN_VALUE, Integer.MAX_VALUE, Long::intValue);
      case "long", "java.lang.Long" ->
          new WholeShape("long", Long.MIN_VALUE, Long.MAX_VALUE, value -> value);
      case "float", "java.lang.Float" ->
          new NumberShape(JsonType.NUMBER, "float", NumberShapes::readFloat);
      case "double", "java.lang.Double" ->
          new NumberShape(JsonType.NUMBER, "double", NumberShapes::readDouble);
      case "java.math.BigInteger" ->
          new NumberShape(JsonType.INTEGER, "integer", NumberShapes::readBigInteger);
      case "java.math.BigDecimal" ->
          new NumberShape(JsonType.NUMBER, "number", in -> new BigDecimal(in.text()));
      default -> null;
    };
  }

  private interface Reading {
    /// @throws ArithmeticException if the number does not fit
    /// @throws NumberFormatException if its exponent does not either
    Object read(JsonTokenReader in);
  }

  private record NumberShape(JsonType type, String javaType, Reading reading) implements JsonShape {
    @Override
    public void describe(JsonTextWriter schema) {
      schema.field("type", type.toString());
    }

    @Override
    public Object read(JsonTokenReader in) throws JsonMismatch {
      var token = in.token();
      if (token != JsonToken.WHOLE && token != JsonToken.DECIMAL) {
        throw JsonMismatch.wanted(type, JsonType.of(token));
      }
      try {
        return reading.read(in);
      } catch (ArithmeticException | NumberFormatException tooLarge) {
        throw new JsonMismatch(
            "%s does not fit %s".formatted(SentenceExcerpt.of(in.text()), javaType));
      }
    }
  }

  /// A whole number of a bounded type: the schema contains the bounds.
  private record WholeShape(String javaType, long min, long max, Function<Long, Object> narrowing)
      implements JsonShape {
    @Override
    public void describe(JsonTextWriter schema) {
      schema.field("type", JsonType.INTEGER.toString());
      schema.field("minimum", min);
      schema.field("maximum", max);
    }

    @Override
    public Object read(JsonTokenReader in) throws JsonMismatch {
      return new NumberShape(
              JsonType.INTEGER, javaType, from -> narrowing.apply(wholeIn(from, min, max)))
          .read(in);
    }
  }

  private static Long wholeIn(JsonTokenReader in, long min, long max) {
    long value =
        in.token() == JsonToken.WHOLE ? in.number() : new BigDecimal(in.text()).longValueExact();
    if (value < min || value > max) {
      throw new ArithmeticException("out of range");
    }
    return value;
  }

  /// The number of digits is bounded: `1e999999999` would not fit into memory.
  private static BigInteger readBigInteger(JsonTokenReader in) {
    var value = new BigDecimal(in.text());
    long digits = (long) value.precision() - value.scale();
    if (value.signum() != 0 && (digits <= 0 || digits > MAX_DIGITS)) {
      throw new ArithmeticException(digits > 0 ? "out of range" : "not whole");
    }
    return value.signum() == 0 ? BigInteger.ZERO : value.toBigIntegerExact();
  }

  private static Double readDouble(JsonTokenReader in) {
    double value = Double.parseDouble(in.text());
    if (Double.isInfinite(value)) {
      throw new ArithmeticException("out of range");
    }
    return value;
  }

  private static Float readFloat(JsonTokenReader in) {
    float value = (float) Double.parseDouble(in.text());
    if (Float.isInfinite(value)) {
      throw new ArithmeticException("out of range");
    }
    return value;
  }
}
