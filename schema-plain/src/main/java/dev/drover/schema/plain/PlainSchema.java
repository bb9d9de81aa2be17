package dev.drover.schema.plain;

import dev.drover.spi.schema.SchemaCompiler.SchemaViolation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A schema with plain keywords only, checked token by token. Almost nothing is allocated for a
/// valid value.
///
/// For these keywords it reports the same violations, in the same words, as full JSON schema. Two
/// cases are narrower: a number with a fraction or an exponent is read as a double, and one that is
/// too large for that has no type and is beyond every bound.
///
/// @param types allowed, in the order of the schema
/// @param members for objects, as `elements` is for arrays, `letters` for strings and `bounds` for
///   numbers
/// @param choice the only allowed values; null for any
/// @param constant the only allowed value; null for any
public record PlainSchema(
    List<JsonType> types,
    ObjectMembers members,
    ArrayLimits elements,
    TextLimits letters,
    List<NumberBound> bounds,
    @Nullable List<ConstantValue> choice,
    @Nullable ConstantValue constant) {

  public static final PlainSchema ANYTHING = ofTypes(List.of(JsonType.values()));

  static final PlainSchema NOTHING = ofTypes(List.of());

  private static PlainSchema ofTypes(List<JsonType> types) {
    return new PlainSchema(
        types, ObjectMembers.ANY, ArrayLimits.ANY, TextLimits.ANY, List.of(), null, null);
  }

  /// The limits of an array.
  ///
  /// @param each the schema of its elements; null if there is none
  record ArrayLimits(@Nullable PlainSchema each, int min, int max) {
    static final ArrayLimits ANY = new ArrayLimits(null, 0, Integer.MAX_VALUE);

    private List<SchemaViolation> faults(JsonTokenReader in) {
      var schema = each == null ? ANYTHING : each;
      var faults = new ArrayList<SchemaViolation>();
      int count = 0;
      while (in.next() != JsonToken.END_ARRAY) {
        for (var fault : schema.faults(in)) {
          faults.add(fault.at(count));
        }
        count++;
      }
      if (count < min) {
        faults.add(miscounted("least", min, count));
      }
      if (count > max) {
        faults.add(miscounted("most", max, count));
      }
      return faults;
    }

    private static SchemaViolation miscounted(String which, int limit, int found) {
      return SchemaViolation.whole(
          "must have at %s %d items but found %d".formatted(which, limit, found));
    }
  }

  /// The limits of a string.
  record TextLimits(int min, int max, @Nullable StringFormat format) {
    static final TextLimits ANY = new TextLimits(0, Integer.MAX_VALUE, null);

    private List<SchemaViolation> faults(JsonTokenReader in) {
      if (min == 0 && max == Integer.MAX_VALUE && format == null) {
        return List.of();
      }
      var text = in.text();
      int length = text.codePointCount(0, text.length());
      var faults = new ArrayList<SchemaViolation>();
      if (length < min) {
        faults.add(
            SchemaViolation.breaks("must be at least %d characters long".formatted(min), json(in)));
      }
      if (length > max) {
        faults.add(
            SchemaViolation.breaks("must be at most %d characters long".formatted(max), json(in)));
      }
      if (format != null && !format.fits(text)) {
        faults.add(SchemaViolation.notA(format.toString(), json(in)));
      }
      return faults;
    }
  }

  boolean isNothing() {
    return types.isEmpty();
  }

  /// The violations in the value that begins here. Afterwards the reader is at its end.
  public List<SchemaViolation> faults(JsonTokenReader in) {
    int start = in.start();
    boolean typed = allows(in);
    var got = typed ? "" : typeOf(in);
    boolean chosen = !typed || choice == null || isAmong(choice, in);
    boolean same = constant == null || constant.isAt(in);
    var within = faultsWithin(in, typed);
    if (typed && chosen && same) {
      return within;
    }
    if (isNothing()) {
      return List.of(SchemaViolation.whole("nothing fits here"));
    }
    var faults = new ArrayList<SchemaViolation>();
    if (!typed) {
      faults.add(SchemaViolation.mistyped(types.stream().map(JsonType::toString).toList(), got));
    }
    if (choice != null && !chosen) {
      faults.add(
          SchemaViolation.notAmong(
              choice.stream().map(ConstantValue::json).toList(), in.since(start)));
    }
    if (constant != null && !same) {
      faults.add(SchemaViolation.notThe(constant.json(), in.since(start)));
    }
    faults.addAll(within);
    return faults;
  }

  private static boolean isAmong(List<ConstantValue> choice, JsonTokenReader in) {
    for (var each : choice) {
      if (each.isAt(in)) {
        return true;
      }
    }
    return false;
  }

  private boolean allows(JsonTokenReader in) {
    var type = JsonType.of(in.token());
    if (type == JsonType.NUMBER && types.size() < JsonType.values().length) {
      var number = ConstantValue.number(in);
      return number != null
          && (types.contains(JsonType.NUMBER)
              || (types.contains(JsonType.INTEGER) && number.scale() <= 0));
    }
    return types.contains(type) || (type == JsonType.INTEGER && types.contains(JsonType.NUMBER));
  }

  private static String typeOf(JsonTokenReader in) {
    var type = JsonType.of(in.token());
    return type == JsonType.NUMBER && ConstantValue.number(in) == null
        ? "a number that is too large"
        : type.toString();
  }

  /// @param typed for a value of the wrong type it is not reported that it is also too large
  private List<SchemaViolation> faultsWithin(JsonTokenReader in, boolean typed) {
    return switch (in.token()) {
      case STRING -> letters.faults(in);
      case WHOLE, DECIMAL ->
          typed || ConstantValue.number(in) != null ? outOfBounds(in) : List.of();
      case OBJECT -> members.faults(in);
      case ARRAY -> elements.faults(in);
      case TRUE, FALSE, NULL, NAME, END_OBJECT, END_ARRAY, END -> List.of();
    };
  }

  private List<SchemaViolation> outOfBounds(JsonTokenReader in) {
    if (bounds.isEmpty()) {
      return List.of();
    }
    var faults = new ArrayList<SchemaViolation>();
    for (var bound : bounds) {
      if (!bound.allows(in)) {
        faults.add(SchemaViolation.breaks(bound.describe(), json(in)));
      }
    }
    return faults;
  }

  private static String json(JsonTokenReader in) {
    return in.since(in.start());
  }
}
