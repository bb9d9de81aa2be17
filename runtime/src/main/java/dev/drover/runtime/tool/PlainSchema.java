package dev.drover.runtime.tool;

import dev.drover.runtime.json.JsonToken;
import dev.drover.runtime.json.JsonTokens;
import dev.drover.spi.schema.SchemaFault;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A schema that uses plain keywords only, checked token by token. As long as everything fits,
/// hardly anything is built.
///
/// It says what the whole of JSON schema says about these keywords, in the same words. Two things
/// are narrower than they could be: a number that has a fraction or an exponent counts for what it
/// is as a double, and one that is too large for that is of no type and beyond every bound.
///
/// @param types what it may be, in the order of the schema
/// @param members for objects, as `elements` is for arrays, `letters` for strings and `bounds` for
///   numbers
/// @param choice the only values that fit; null for any
/// @param constant the same for the one value
record PlainSchema(
    List<JsonType> types,
    Members members,
    Elements elements,
    Letters letters,
    List<Bound> bounds,
    @Nullable List<Constant> choice,
    @Nullable Constant constant) {

  static final PlainSchema ANYTHING = ofTypes(List.of(JsonType.values()));

  static final PlainSchema NOTHING = ofTypes(List.of());

  private static PlainSchema ofTypes(List<JsonType> types) {
    return new PlainSchema(types, Members.ANY, Elements.ANY, Letters.ANY, List.of(), null, null);
  }

  /// What an array may hold.
  ///
  /// @param each null if it does not matter
  record Elements(@Nullable PlainSchema each, int min, int max) {
    static final Elements ANY = new Elements(null, 0, Integer.MAX_VALUE);

    private List<SchemaFault> faults(JsonTokens in) {
      var schema = each == null ? ANYTHING : each;
      var faults = new ArrayList<SchemaFault>();
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

    private static SchemaFault miscounted(String which, int limit, int found) {
      return SchemaFault.whole(
          "must have at %s %d items but found %d".formatted(which, limit, found));
    }
  }

  /// What a string may be.
  record Letters(int min, int max, @Nullable Format format) {
    static final Letters ANY = new Letters(0, Integer.MAX_VALUE, null);

    private List<SchemaFault> faults(JsonTokens in) {
      if (min == 0 && max == Integer.MAX_VALUE && format == null) {
        return List.of();
      }
      var text = in.text();
      int length = text.codePointCount(0, text.length());
      var faults = new ArrayList<SchemaFault>();
      if (length < min) {
        faults.add(
            SchemaFault.breaks("must be at least %d characters long".formatted(min), json(in)));
      }
      if (length > max) {
        faults.add(
            SchemaFault.breaks("must be at most %d characters long".formatted(max), json(in)));
      }
      if (format != null && !format.fits(text)) {
        faults.add(SchemaFault.notA(format.toString(), json(in)));
      }
      return faults;
    }
  }

  boolean isNothing() {
    return types.isEmpty();
  }

  /// What does not fit in the value that begins here. Reading stands at its end afterwards.
  List<SchemaFault> faults(JsonTokens in) {
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
      return List.of(SchemaFault.whole("nothing fits here"));
    }
    var faults = new ArrayList<SchemaFault>();
    if (!typed) {
      faults.add(SchemaFault.mistyped(types.stream().map(JsonType::toString).toList(), got));
    }
    if (choice != null && !chosen) {
      faults.add(
          SchemaFault.notAmong(choice.stream().map(Constant::json).toList(), in.since(start)));
    }
    if (constant != null && !same) {
      faults.add(SchemaFault.notThe(constant.json(), in.since(start)));
    }
    faults.addAll(within);
    return faults;
  }

  private static boolean isAmong(List<Constant> choice, JsonTokens in) {
    for (var each : choice) {
      if (each.isAt(in)) {
        return true;
      }
    }
    return false;
  }

  private boolean allows(JsonTokens in) {
    var type = JsonType.of(in.token());
    if (type == JsonType.NUMBER && types.size() < JsonType.values().length) {
      var number = Constant.number(in);
      return number != null
          && (types.contains(JsonType.NUMBER)
              || (types.contains(JsonType.INTEGER) && number.scale() <= 0));
    }
    return types.contains(type) || (type == JsonType.INTEGER && types.contains(JsonType.NUMBER));
  }

  private static String typeOf(JsonTokens in) {
    var type = JsonType.of(in.token());
    return type == JsonType.NUMBER && Constant.number(in) == null
        ? "a number that is too large"
        : type.toString();
  }

  /// @param typed one whose type is wrong need not hear that it is also too large to be counted
  private List<SchemaFault> faultsWithin(JsonTokens in, boolean typed) {
    return switch (in.token()) {
      case STRING -> letters.faults(in);
      case WHOLE, DECIMAL -> typed || Constant.number(in) != null ? outOfBounds(in) : List.of();
      case OBJECT -> members.faults(in);
      case ARRAY -> elements.faults(in);
      case TRUE, FALSE, NULL, NAME, END_OBJECT, END_ARRAY, END -> List.of();
    };
  }

  private List<SchemaFault> outOfBounds(JsonTokens in) {
    if (bounds.isEmpty()) {
      return List.of();
    }
    var faults = new ArrayList<SchemaFault>();
    for (var bound : bounds) {
      if (!bound.allows(in)) {
        faults.add(SchemaFault.breaks(bound.words(), json(in)));
      }
    }
    return faults;
  }

  private static String json(JsonTokens in) {
    return in.since(in.start());
  }
}
