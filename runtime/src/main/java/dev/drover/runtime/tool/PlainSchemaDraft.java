package dev.drover.runtime.tool;

import dev.drover.runtime.json.JsonToken;
import dev.drover.runtime.json.JsonTokens;
import dev.drover.runtime.tool.PlainSchema.Elements;
import dev.drover.runtime.tool.PlainSchema.Letters;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One object of a schema while it is being read. As soon as something is more than plain, reading
/// stops.
final class PlainSchemaDraft {
  /// In both the plain keywords mean the same.
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
  private @Nullable Format format;
  private final List<Bound> bounds = new ArrayList<>();
  private @Nullable List<Constant> choice;
  private @Nullable Constant constant;

  private PlainSchemaDraft(boolean outermost) {
    this.outermost = outermost;
  }

  /// Reads all of a schema. No object in it has two properties of one name.
  static PlainSchema read(String schema) throws NotPlain {
    var in = new JsonTokens(schema);
    in.next();
    return read(in, true);
  }

  private static PlainSchema read(JsonTokens in, boolean outermost) throws NotPlain {
    return switch (in.token()) {
      case TRUE -> PlainSchema.ANYTHING;
      case FALSE -> PlainSchema.NOTHING;
      case OBJECT -> {
        var draft = new PlainSchemaDraft(outermost);
        while (in.next() != JsonToken.END_OBJECT) {
          var keyword = in.text();
          in.next();
          draft.take(keyword, in);
        }
        yield draft.finished();
      }
      case ARRAY, STRING, WHOLE, DECIMAL, NULL, NAME, END_OBJECT, END_ARRAY, END ->
          throw NotPlain.broken("object or boolean", JsonType.of(in.token()).toString());
    };
  }

  private void take(String keyword, JsonTokens in) throws NotPlain {
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
        case "const" -> constant = Constant.read(in);
        case "minimum" -> bounds.add(bound(Bound.Kind.MINIMUM, in));
        case "maximum" -> bounds.add(bound(Bound.Kind.MAXIMUM, in));
        case "exclusiveMinimum" -> bounds.add(bound(Bound.Kind.EXCLUSIVE_MINIMUM, in));
        case "exclusiveMaximum" -> bounds.add(bound(Bound.Kind.EXCLUSIVE_MAXIMUM, in));
        case "title", "description", "$comment" -> expect(JsonToken.STRING, in);
        case "default" -> in.skip();
        case "examples" -> {
          expect(JsonToken.ARRAY, in);
          in.skip();
        }
        case "$schema" -> checkDialect(in);
        default -> throw NotPlain.beyond();
      }
    } catch (NotPlain more) {
      throw more.under(keyword);
    }
  }

  private static List<JsonType> types(JsonTokens in) throws NotPlain {
    if (in.token() == JsonToken.STRING) {
      return List.of(type(in));
    }
    expect(JsonToken.ARRAY, in);
    var types = new ArrayList<JsonType>();
    while (in.next() != JsonToken.END_ARRAY) {
      types.add(type(in));
    }
    if (types.isEmpty() || EnumSet.copyOf(types).size() < types.size()) {
      throw NotPlain.broken("some types, each once", types.toString());
    }
    return types;
  }

  private static JsonType type(JsonTokens in) throws NotPlain {
    expect(JsonToken.STRING, in);
    var type = JsonType.named(in.text());
    if (type.isEmpty()) {
      throw NotPlain.broken(TYPES, in.since(in.start()));
    }
    return type.get();
  }

  private void takeProperties(JsonTokens in) throws NotPlain {
    expect(JsonToken.OBJECT, in);
    while (in.next() != JsonToken.END_OBJECT) {
      var name = in.text();
      in.next();
      try {
        schemas.add(read(in, false));
      } catch (NotPlain more) {
        throw more.under(name);
      }
      names.add(name);
    }
  }

  /// A list of them is for the places of a tuple.
  private static PlainSchema items(JsonTokens in) throws NotPlain {
    if (in.token() == JsonToken.ARRAY) {
      throw NotPlain.beyond();
    }
    return read(in, false);
  }

  private static List<String> strings(JsonTokens in) throws NotPlain {
    expect(JsonToken.ARRAY, in);
    var strings = new ArrayList<String>();
    while (in.next() != JsonToken.END_ARRAY) {
      expect(JsonToken.STRING, in);
      strings.add(in.text());
    }
    if (new HashSet<>(strings).size() < strings.size()) {
      throw NotPlain.broken("each name once", strings.toString());
    }
    return strings;
  }

  private static List<Constant> constants(JsonTokens in) throws NotPlain {
    expect(JsonToken.ARRAY, in);
    var constants = new ArrayList<Constant>();
    while (in.next() != JsonToken.END_ARRAY) {
      constants.add(Constant.read(in));
    }
    return constants;
  }

  private static int count(JsonTokens in) throws NotPlain {
    try {
      int count = in.token() == JsonToken.WHOLE ? Math.toIntExact(in.number()) : -1;
      if (count >= 0) {
        return count;
      }
    } catch (NumberFormatException | ArithmeticException tooLarge) {
      throw NotPlain.beyond();
    }
    throw NotPlain.broken("a whole number that is not below zero", in.since(in.start()));
  }

  private static Bound bound(Bound.Kind kind, JsonTokens in) throws NotPlain {
    if (in.token() != JsonToken.WHOLE && in.token() != JsonToken.DECIMAL) {
      throw NotPlain.broken("number", JsonType.of(in.token()).toString());
    }
    var limit = Constant.number(in);
    if (limit == null) {
      throw NotPlain.beyond();
    }
    return new Bound(kind, limit, in.text());
  }

  private static Format format(JsonTokens in) throws NotPlain {
    expect(JsonToken.STRING, in);
    return Format.named(in.text()).orElseThrow(() -> NotPlain.beyond());
  }

  private void checkDialect(JsonTokens in) throws NotPlain {
    expect(JsonToken.STRING, in);
    if (!outermost || !DIALECTS.contains(in.text())) {
      throw NotPlain.beyond();
    }
  }

  private static void expect(JsonToken token, JsonTokens in) throws NotPlain {
    if (in.token() != token) {
      throw NotPlain.broken(JsonType.of(token).toString(), JsonType.of(in.token()).toString());
    }
  }

  private PlainSchema finished() {
    return new PlainSchema(
        List.copyOf(types),
        new Members(List.copyOf(names), List.copyOf(schemas), List.copyOf(required), others),
        new Elements(items, minItems, maxItems),
        new Letters(minLength, maxLength, format),
        List.copyOf(bounds),
        choice,
        constant);
  }
}
