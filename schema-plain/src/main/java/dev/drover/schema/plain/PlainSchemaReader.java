package dev.drover.schema.plain;

import dev.drover.schema.plain.PlainSchema.ArrayLimits;
import dev.drover.schema.plain.PlainSchema.TextLimits;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads one object of a schema. Reading stops at the first keyword that is not plain.
public final class PlainSchemaReader {
  /// The plain keywords have the same meaning in both.
  private static final Set<String> DIALECTS =
      Set.of(
          "https://json-schema.org/draft/2020-12/schema",
          "https://json-schema.org/draft/2020-12/schema#",
          "http://json-schema.org/draft-07/schema",
          "http://json-schema.org/draft-07/schema#");

  private static final String TYPES =
      "one of \"array\", \"boolean\", \"integer\", \"null\", \"number\", \"object\", \"string\"";

  private final boolean outermost;
  private List<JsonType> types = List.of(JsonType.values());
  private final List<String> names = new ArrayList<>();
  private final List<PlainSchema> schemas = new ArrayList<>();
  private List<String> required = List.of();
  private @Nullable PlainSchema others;
  private @Nullable PlainSchema items;
  private int minItems;
  private int maxItems = Integer.MAX_VALUE;
  private int minLength;
  private int maxLength = Integer.MAX_VALUE;
  private @Nullable StringFormat format;
  private final List<NumberBound> bounds = new ArrayList<>();
  private @Nullable List<ConstantValue> choice;
  private @Nullable ConstantValue constant;

  private PlainSchemaReader(boolean outermost) {
    this.outermost = outermost;
  }

  /// Reads a whole schema. No object in it has two properties with the same name.
  public static PlainSchema read(String schema) throws NotPlainSchema {
    var in = new JsonTokenReader(schema);
    in.next();
    return read(in, true);
  }

  private static PlainSchema read(JsonTokenReader in, boolean outermost) throws NotPlainSchema {
    return switch (in.token()) {
      case TRUE -> PlainSchema.ANYTHING;
      case FALSE -> PlainSchema.NOTHING;
      case OBJECT -> {
        var draft = new PlainSchemaReader(outermost);
        while (in.next() != JsonToken.END_OBJECT) {
          var keyword = in.text();
          in.next();
          draft.take(keyword, in);
        }
        yield draft.finished();
      }
      case ARRAY, STRING, WHOLE, DECIMAL, NULL, NAME, END_OBJECT, END_ARRAY, END ->
          throw NotPlainSchema.broken("object or boolean", JsonType.of(in.token()).toString());
    };
  }

  private void take(String keyword, JsonTokenReader in) throws NotPlainSchema {
    try {
      switch (keyword) {
        case "type" -> types = types(in);
        case "properties" -> takeProperties(in);
        case "required" -> required = strings(in);
        case "additionalProperties" -> others = read(in, false);
        case "items" -> items = items(in);
        case "minItems" -> minItems = count(in);
        case "maxItems" -> maxItems = count(in);
        case "minLength" -> minLength = count(in);
        case "maxLength" -> maxLength = count(in);
        case "format" -> format = format(in);
        case "enum" -> choice = constants(in);
        case "const" -> constant = ConstantValue.read(in);
        case "minimum" -> bounds.add(bound(NumberBound.Kind.MINIMUM, in));
        case "maximum" -> bounds.add(bound(NumberBound.Kind.MAXIMUM, in));
        case "exclusiveMinimum" -> bounds.add(bound(NumberBound.Kind.EXCLUSIVE_MINIMUM, in));
        case "exclusiveMaximum" -> bounds.add(bound(NumberBound.Kind.EXCLUSIVE_MAXIMUM, in));
        case "title", "description", "$comment" -> expect(JsonToken.STRING, in);
        case "default" -> in.skip();
        case "examples" -> {
          expect(JsonToken.ARRAY, in);
          in.skip();
        }
        case "$schema" -> checkDialect(in);
        default -> throw NotPlainSchema.beyond();
      }
    } catch (NotPlainSchema more) {
      throw more.under(keyword);
    }
  }

  private static List<JsonType> types(JsonTokenReader in) throws NotPlainSchema {
    if (in.token() == JsonToken.STRING) {
      return List.of(type(in));
    }
    expect(JsonToken.ARRAY, in);
    var types = new ArrayList<JsonType>();
    while (in.next() != JsonToken.END_ARRAY) {
      types.add(type(in));
    }
    if (types.isEmpty() || EnumSet.copyOf(types).size() < types.size()) {
      throw NotPlainSchema.broken("some types, each once", types.toString());
    }
    return types;
  }

  private static JsonType type(JsonTokenReader in) throws NotPlainSchema {
    expect(JsonToken.STRING, in);
    var type = JsonType.named(in.text());
    if (type.isEmpty()) {
      throw NotPlainSchema.broken(TYPES, in.since(in.start()));
    }
    return type.get();
  }

  private void takeProperties(JsonTokenReader in) throws NotPlainSchema {
    expect(JsonToken.OBJECT, in);
    while (in.next() != JsonToken.END_OBJECT) {
      var name = in.text();
      in.next();
      try {
        schemas.add(read(in, false));
      } catch (NotPlainSchema more) {
        throw more.under(name);
      }
      names.add(name);
    }
  }

  /// A list of schemas is for the elements of a tuple.
  private static PlainSchema items(JsonTokenReader in) throws NotPlainSchema {
    if (in.token() == JsonToken.ARRAY) {
      throw NotPlainSchema.beyond();
    }
    return read(in, false);
  }

  private static List<String> strings(JsonTokenReader in) throws NotPlainSchema {
    expect(JsonToken.ARRAY, in);
    var strings = new ArrayList<String>();
    while (in.next() != JsonToken.END_ARRAY) {
      expect(JsonToken.STRING, in);
      strings.add(in.text());
    }
    if (new HashSet<>(strings).size() < strings.size()) {
      throw NotPlainSchema.broken("each name once", strings.toString());
    }
    return strings;
  }

  private static List<ConstantValue> constants(JsonTokenReader in) throws NotPlainSchema {
    expect(JsonToken.ARRAY, in);
    var constants = new ArrayList<ConstantValue>();
    while (in.next() != JsonToken.END_ARRAY) {
      constants.add(ConstantValue.read(in));
    }
    return constants;
  }

  private static int count(JsonTokenReader in) throws NotPlainSchema {
    try {
      int count = in.token() == JsonToken.WHOLE ? Math.toIntExact(in.number()) : -1;
      if (count >= 0) {
        return count;
      }
    } catch (NumberFormatException | ArithmeticException tooLarge) {
      throw NotPlainSchema.beyond();
    }
    throw NotPlainSchema.broken("a whole number that is not below zero", in.since(in.start()));
  }

  private static NumberBound bound(NumberBound.Kind kind, JsonTokenReader in)
      throws NotPlainSchema {
    if (in.token() != JsonToken.WHOLE && in.token() != JsonToken.DECIMAL) {
      throw NotPlainSchema.broken("number", JsonType.of(in.token()).toString());
    }
    var limit = ConstantValue.number(in);
    if (limit == null) {
      throw NotPlainSchema.beyond();
    }
    return new NumberBound(kind, limit, in.text());
  }

  private static StringFormat format(JsonTokenReader in) throws NotPlainSchema {
    expect(JsonToken.STRING, in);
    return StringFormat.named(in.text()).orElseThrow(() -> NotPlainSchema.beyond());
  }

  private void checkDialect(JsonTokenReader in) throws NotPlainSchema {
    expect(JsonToken.STRING, in);
    if (!outermost || !DIALECTS.contains(in.text())) {
      throw NotPlainSchema.beyond();
    }
  }

  private static void expect(JsonToken token, JsonTokenReader in) throws NotPlainSchema {
    if (in.token() != token) {
      throw NotPlainSchema.broken(
          JsonType.of(token).toString(), JsonType.of(in.token()).toString());
    }
  }

  private PlainSchema finished() {
    return new PlainSchema(
        List.copyOf(types),
        new ObjectMembers(List.copyOf(names), List.copyOf(schemas), List.copyOf(required), others),
        new ArrayLimits(items, minItems, maxItems),
        new TextLimits(minLength, maxLength, format),
        List.copyOf(bounds),
        choice,
        constant);
  }
}
