package dev.drover.runtime.tool;

import dev.drover.runtime.json.JsonText;
import dev.drover.runtime.json.JsonToken;
import dev.drover.runtime.json.JsonTokens;
import dev.drover.spi.text.Excerpt;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The shapes of numbers. A whole number may be written as `1.0` or `1e3`, as JSON schema has it;
/// one that does not fit its type is refused, never cut.
final class Numbers {
  private static final int MAX_DIGITS = 100_000;

  private Numbers() {}

  /// Primitives and boxes alike.
  ///
  /// @return null if it is no number
  static @Nullable Shape of(Class<?> type) {
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
          new NumberShape(JsonType.NUMBER, "float", Numbers::readFloat);
      case "double", "java.lang.Double" ->
          new NumberShape(JsonType.NUMBER, "double", Numbers::readDouble);
      case "java.math.BigInteger" ->
          new NumberShape(JsonType.INTEGER, "integer", Numbers::readBigInteger);
      case "java.math.BigDecimal" ->
          new NumberShape(JsonType.NUMBER, "number", in -> new BigDecimal(in.text()));
      default -> null;
    };
  }

  private interface Reading {
    /// @throws ArithmeticException if the number does not fit
    /// @throws NumberFormatException if its exponent does not either
    Object read(JsonTokens in);
  }

  private record NumberShape(JsonType type, String javaType, Reading reading) implements Shape {
    @Override
    public void describe(JsonText schema) {
      schema.field("type", type.toString());
    }

    @Override
    public Object read(JsonTokens in) throws Misfit {
      var token = in.token();
      if (token != JsonToken.WHOLE && token != JsonToken.DECIMAL) {
        throw Misfit.wanted(type, JsonType.of(token));
      }
      try {
        return reading.read(in);
      } catch (ArithmeticException | NumberFormatException tooLarge) {
        throw new Misfit("%s does not fit %s".formatted(Excerpt.of(in.text()), javaType));
      }
    }
  }

  /// A whole number of a type with an end: the schema says where that is.
  private record WholeShape(String javaType, long min, long max, Function<Long, Object> narrowing)
      implements Shape {
    @Override
    public void describe(JsonText schema) {
      schema.field("type", JsonType.INTEGER.toString());
      schema.field("minimum", min);
      schema.field("maximum", max);
    }

    @Override
    public Object read(JsonTokens in) throws Misfit {
      return new NumberShape(
              JsonType.INTEGER, javaType, from -> narrowing.apply(wholeIn(from, min, max)))
          .read(in);
    }
  }

  private static Long wholeIn(JsonTokens in, long min, long max) {
    long value =
        in.token() == JsonToken.WHOLE ? in.number() : new BigDecimal(in.text()).longValueExact();
    if (value < min || value > max) {
      throw new ArithmeticException("out of range");
    }
    return value;
  }

  /// How long a number may become is bounded: nobody has room for all digits of `1e999999999`.
  private static BigInteger readBigInteger(JsonTokens in) {
    var value = new BigDecimal(in.text());
    long digits = (long) value.precision() - value.scale();
    if (value.signum() != 0 && (digits <= 0 || digits > MAX_DIGITS)) {
      throw new ArithmeticException(digits > 0 ? "out of range" : "not whole");
    }
    return value.signum() == 0 ? BigInteger.ZERO : value.toBigIntegerExact();
  }

  private static Double readDouble(JsonTokens in) {
    double value = Double.parseDouble(in.text());
    if (Double.isInfinite(value)) {
      throw new ArithmeticException("out of range");
    }
    return value;
  }

  private static Float readFloat(JsonTokens in) {
    float value = (float) Double.parseDouble(in.text());
    if (Float.isInfinite(value)) {
      throw new ArithmeticException("out of range");
    }
    return value;
  }
}
