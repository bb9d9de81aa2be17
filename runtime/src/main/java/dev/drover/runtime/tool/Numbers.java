package dev.drover.runtime.tool;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;

/// The shapes of numbers. A whole number may be written as `1.0` or `1e3`, as JSON schema has it;
/// one that does not fit its type is refused, never cut.
final class Numbers {
  private Numbers() {}

  /// Primitives and boxes alike.
  ///
  /// @return null if it is no number
  static @Nullable Shape of(Class<?> type) {
    return switch (type.getName()) {
      case "byte", "java.lang.Byte" ->
          whole("byte", in -> wholeIn(in, Byte.MIN_VALUE, Byte.MAX_VALUE).byteValue());
      case "short", "java.lang.Short" ->
          whole("short", in -> wholeIn(in, Short.MIN_VALUE, Short.MAX_VALUE).shortValue());
      case "int", "java.lang.Integer" ->
          whole("int", in -> wholeIn(in, Integer.MIN_VALUE, Integer.MAX_VALUE).intValue());
      case "long", "java.lang.Long" ->
          whole("long", in -> wholeIn(in, Long.MIN_VALUE, Long.MAX_VALUE));
      case "float", "java.lang.Float" ->
          new NumberShape(JsonType.NUMBER, "float", Numbers::readFloat);
      case "double", "java.lang.Double" ->
          new NumberShape(JsonType.NUMBER, "double", Numbers::readDouble);
      case "java.math.BigInteger" -> whole("integer", Numbers::readBigInteger);
      case "java.math.BigDecimal" ->
          new NumberShape(JsonType.NUMBER, "number", JsonParser::getDecimalValue);
      default -> null;
    };
  }

  private static Shape whole(String javaType, Reading reading) {
    return new NumberShape(JsonType.INTEGER, javaType, reading);
  }

  private interface Reading {
    /// @throws ArithmeticException if the number does not fit
    Object read(JsonParser in);
  }

  private record NumberShape(JsonType type, String javaType, Reading reading) implements Shape {
    @Override
    public void describe(JsonGenerator schema) {
      schema.writeStringProperty("type", type.toString());
    }

    @Override
    public Object read(JsonParser in) throws Misfit {
      var token = in.currentToken();
      if (token != JsonToken.VALUE_NUMBER_INT && token != JsonToken.VALUE_NUMBER_FLOAT) {
        throw Misfit.wanted(type, JsonType.of(token));
      }
      try {
        return reading.read(in);
      } catch (ArithmeticException | NumberFormatException | JacksonException tooLarge) {
        throw new Misfit("%s does not fit %s".formatted(Excerpt.of(in.getString()), javaType));
      }
    }
  }

  private static Long wholeIn(JsonParser in, long min, long max) {
    boolean small =
        in.currentToken() == JsonToken.VALUE_NUMBER_INT
            && in.getNumberType() != NumberType.BIG_INTEGER;
    long value = small ? in.getLongValue() : in.getDecimalValue().longValueExact();
    if (value < min || value > max) {
      throw new ArithmeticException("out of range");
    }
    return value;
  }

  /// The parser bounds how long a number may become; a plain conversion of `1e999999999` would not.
  private static BigInteger readBigInteger(JsonParser in) {
    var value = in.getDecimalValue();
    if (value.signum() != 0 && value.stripTrailingZeros().scale() > 0) {
      throw new ArithmeticException("not whole");
    }
    return in.getBigIntegerValue();
  }

  private static Double readDouble(JsonParser in) {
    double value = in.getDoubleValue();
    if (Double.isInfinite(value)) {
      throw new ArithmeticException("out of range");
    }
    return value;
  }

  private static Float readFloat(JsonParser in) {
    float value = (float) in.getDoubleValue();
    if (Float.isInfinite(value)) {
      throw new ArithmeticException("out of range");
    }
    return value;
  }
}
