package dev.drover.runtime.tool;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonParser.NumberType;
import tools.jackson.core.JsonToken;

/// The shapes of numbers. A whole number may be written as `1.0` or `1e3`, as JSON schema has it;
/// one that does not fit its type is refused, never cut.
final class Numbers {
  /// By type, primitives and boxes alike.
  static final Map<Class<?>, Shape> SHAPES = shapes();

  private Numbers() {}

  private static Map<Class<?>, Shape> shapes() {
    var shapes = new HashMap<Class<?>, Shape>();
    both(
        shapes,
        byte.class,
        Byte.class,
        whole("byte", in -> wholeIn(in, Byte.MIN_VALUE, Byte.MAX_VALUE).byteValue()));
    both(
        shapes,
        short.class,
        Short.class,
        whole("short", in -> wholeIn(in, Short.MIN_VALUE, Short.MAX_VALUE).shortValue()));
    both(
        shapes,
        int.class,
        Integer.class,
        whole("int", in -> wholeIn(in, Integer.MIN_VALUE, Integer.MAX_VALUE).intValue()));
    both(
        shapes,
        long.class,
        Long.class,
        whole("long", in -> wholeIn(in, Long.MIN_VALUE, Long.MAX_VALUE)));
    both(
        shapes,
        float.class,
        Float.class,
        new NumberShape(JsonType.NUMBER, "float", Numbers::readFloat));
    both(
        shapes,
        double.class,
        Double.class,
        new NumberShape(JsonType.NUMBER, "double", Numbers::readDouble));
    shapes.put(BigInteger.class, whole("integer", Numbers::readBigInteger));
    shapes.put(
        BigDecimal.class, new NumberShape(JsonType.NUMBER, "number", JsonParser::getDecimalValue));
    return Map.copyOf(shapes);
  }

  private static void both(
      Map<Class<?>, Shape> shapes, Class<?> primitive, Class<?> box, Shape shape) {
    shapes.put(primitive, shape);
    shapes.put(box, shape);
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
