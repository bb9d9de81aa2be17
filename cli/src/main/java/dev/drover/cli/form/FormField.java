package dev.drover.cli.form;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One field of a form.
///
/// @param name in the answer
/// @param title for people; the name if the schema has none
/// @param choices the values that are possible; empty if there is no list
/// @param proposed taken if nothing is typed; null if there is none
public record FormField(
    String name,
    String title,
    String description,
    Type type,
    boolean isRequired,
    List<Choice> choices,
    @Nullable JsonNode proposed,
    JsonNode schema) {
  private static final JsonMapper JSON = new JsonMapper();

  public FormField {
    choices = List.copyOf(choices);
  }

  /// What can be typed.
  public enum Type {
    TEXT("text"),
    NUMBER("number"),
    WHOLE_NUMBER("whole number"),
    TRUTH("yes or no"),
    CHOICE("one of a list"),
    CHOICES("some of a list, separated by commas"),
    /// Anything else.
    JSON("JSON");

    private final String words;

    Type(String words) {
      this.words = words;
    }
  }

  /// A value of a list.
  public record Choice(String value, String title) {
    String label() {
      return title.equals(value) ? value : "%s (%s)".formatted(value, title);
    }
  }

  /// What was typed, read as a value of the field.
  public sealed interface Reading {
    record Value(JsonNode value) implements Reading {}

    /// The field is left out.
    record Nothing() implements Reading {}

    /// @param why for the person
    record Wrong(String why) implements Reading {}
  }

  static FormField of(String name, JsonNode schema, boolean isRequired) {
    var choices = choices(schema);
    var items = choices(schema.path("items"));
    boolean isSeveral = schema.path("type").asString("").equals("array") && !items.isEmpty();
    return new FormField(
        name,
        schema.path("title").asString(name),
        schema.path("description").asString(""),
        isSeveral ? Type.CHOICES : type(schema, choices),
        isRequired,
        isSeveral ? items : choices,
        schema.get("default"),
        schema);
  }

  private static Type type(JsonNode schema, List<Choice> choices) {
    if (!choices.isEmpty()) {
      return Type.CHOICE;
    }
    return switch (schema.path("type").asString("")) {
      case "string" -> Type.TEXT;
      case "number" -> Type.NUMBER;
      case "integer" -> Type.WHOLE_NUMBER;
      case "boolean" -> Type.TRUTH;
      default -> Type.JSON;
    };
  }

  /// The values of `enum`, with the titles of `enumNames`, or those of `oneOf` or `anyOf`.
  private static List<Choice> choices(JsonNode schema) {
    var choices = new ArrayList<Choice>();
    var titles = schema.path("enumNames");
    for (var value : schema.path("enum")) {
      var text = value.asString("");
      choices.add(new Choice(text, titles.path(choices.size()).asString(text)));
    }
    for (var list : List.of(schema.path("oneOf"), schema.path("anyOf"))) {
      for (var each : list) {
        if (each.path("const").isString()) {
          var value = each.path("const").asString();
          choices.add(new Choice(value, each.path("title").asString(value)));
        }
      }
    }
    return choices;
  }

  /// `whole number, 1 to 30, needed`.
  public String describe() {
    var facts = new ArrayList<String>();
    var format = schema.path("format").asString("");
    facts.add(type == Type.TEXT && !format.isEmpty() ? format : type.words);
    bounds("minimum", "maximum", "").ifPresent(facts::add);
    bounds("minLength", "maxLength", " characters").ifPresent(facts::add);
    bounds("minItems", "maxItems", " of them").ifPresent(facts::add);
    if (proposed != null) {
      facts.add("Enter for " + typed(proposed));
    } else {
      facts.add(isRequired ? "needed" : "Enter leaves it out");
    }
    return String.join(", ", facts);
  }

  /// The choices as a person types them; empty if there are none.
  public String describeChoices() {
    return String.join(", ", choices.stream().map(Choice::label).toList());
  }

  private Optional<String> bounds(String least, String most, String unit) {
    var low = schema.get(least);
    var high = schema.get(most);
    if (low == null && high == null) {
      return Optional.empty();
    }
    if (low == null) {
      return Optional.of("at most " + high + unit);
    }
    return Optional.of((high == null ? "at least " + low : low + " to " + high) + unit);
  }

  private static String typed(JsonNode value) {
    return switch (value) {
      case JsonNode text when text.isString() -> text.asString();
      case JsonNode truth when truth.isBoolean() -> truth.asBoolean() ? "yes" : "no";
      default -> value.toString();
    };
  }

  /// @param line without the white space around it
  public Reading read(String line) {
    if (line.isEmpty()) {
      if (proposed != null) {
        return new Reading.Value(proposed);
      }
      return isRequired ? new Reading.Wrong("a value is needed") : new Reading.Nothing();
    }
    return switch (type) {
      case TEXT -> text(line);
      case NUMBER, WHOLE_NUMBER -> number(line);
      case TRUTH -> truth(line);
      case CHOICE ->
          chosen(line)
              .<Reading>map(choice -> new Reading.Value(JSON.getNodeFactory().stringNode(choice)))
              .orElseGet(() -> new Reading.Wrong("choose one of: " + describeChoices()));
      case CHOICES -> several(line);
      case JSON -> json(line);
    };
  }

  private Reading text(String line) {
    int length = line.codePointCount(0, line.length());
    if (length < schema.path("minLength").asInt(0)) {
      return new Reading.Wrong(
          "it needs at least %s characters".formatted(schema.get("minLength")));
    }
    if (length > schema.path("maxLength").asInt(Integer.MAX_VALUE)) {
      return new Reading.Wrong("it has at most %s characters".formatted(schema.get("maxLength")));
    }
    return new Reading.Value(JSON.getNodeFactory().stringNode(line));
  }

  private Reading number(String line) {
    BigDecimal number;
    try {
      number = new BigDecimal(line);
    } catch (NumberFormatException malformed) {
      return new Reading.Wrong("write a " + type.words);
    }
    if (type == Type.WHOLE_NUMBER && number.stripTrailingZeros().scale() > 0) {
      return new Reading.Wrong("write a whole number");
    }
    var low = schema.get("minimum");
    var high = schema.get("maximum");
    if ((low != null && number.compareTo(low.decimalValue()) < 0)
        || (high != null && number.compareTo(high.decimalValue()) > 0)) {
      return new Reading.Wrong("write a number, " + bounds("minimum", "maximum", "").orElseThrow());
    }
    return type == Type.WHOLE_NUMBER
        ? new Reading.Value(JSON.getNodeFactory().numberNode(number.toBigIntegerExact()))
        : new Reading.Value(JSON.getNodeFactory().numberNode(number));
  }

  private static Reading truth(String line) {
    return switch (line.toLowerCase(Locale.ROOT)) {
      case "y", "yes", "true" -> new Reading.Value(JSON.getNodeFactory().booleanNode(true));
      case "n", "no", "false" -> new Reading.Value(JSON.getNodeFactory().booleanNode(false));
      default -> new Reading.Wrong("write y or n");
    };
  }

  /// By its value or its title.
  private Optional<String> chosen(String word) {
    for (var choice : choices) {
      if (choice.value().equalsIgnoreCase(word) || choice.title().equalsIgnoreCase(word)) {
        return Optional.of(choice.value());
      }
    }
    return Optional.empty();
  }

  private Reading several(String line) {
    var array = JSON.createArrayNode();
    for (var word : line.split(",", -1)) {
      var choice = chosen(word.strip());
      if (choice.isEmpty()) {
        return new Reading.Wrong("choose some of: " + describeChoices());
      }
      array.add(choice.get());
    }
    if (array.size() < schema.path("minItems").asInt(0)
        || array.size() > schema.path("maxItems").asInt(Integer.MAX_VALUE)) {
      return new Reading.Wrong("choose " + bounds("minItems", "maxItems", "").orElse("some"));
    }
    return new Reading.Value(array);
  }

  private static Reading json(String line) {
    try {
      return new Reading.Value(JSON.readTree(line));
    } catch (JacksonException malformed) {
      return new Reading.Wrong("write a JSON value");
    }
  }
}
