package dev.drover.files;

import dev.drover.spi.text.EditDistance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/// Keys and values of a YAML text, each with its line.
record Head(Map<String, Field> fields) {
  private static final LoadSettings SETTINGS = LoadSettings.builder().build();
  private static final Pattern PLAIN = Pattern.compile("([A-Za-z][A-Za-z_-]*):(?:\\s++(.*))?");

  /// @param line counted from 1, in the file
  record Field(int line, Value value) {}

  /// What a key can have.
  sealed interface Value {
    record Nothing() implements Value {}

    record Words(String text) implements Value {}

    record Several(List<String> items) implements Value {}

    record Table(Map<String, String> entries) implements Value {}

    /// Something deeper, of which nothing is read.
    record Nested() implements Value {}
  }

  /// @param firstLine of the text in its file
  static Head yaml(String text, int firstLine) throws Unusable {
    try {
      ShallowYaml.require(text);
      var parser = new ParserImpl(SETTINGS, new StreamReader(SETTINGS, text));
      var root = new Composer(SETTINGS, parser).getSingleNode();
      return new Head(root.isEmpty() ? Map.of() : fields(root.get(), firstLine));
    } catch (YamlEngineException malformed) {
      throw new Unusable(
          firstLine + lineOf(malformed), "it is not YAML: " + summary(malformed), "Correct it.");
    }
  }

  /// As [#yaml], but what is no YAML is read line by line, as programs do that are content with
  /// `key: anything`. Many such files are about.
  static Head lenient(String text, int firstLine) throws Unusable {
    try {
      return yaml(text, firstLine);
    } catch (Unusable malformed) {
      var plain = plain(text, firstLine);
      if (plain.isEmpty()) {
        throw malformed;
      }
      return new Head(plain);
    }
  }

  private static Map<String, Field> plain(String text, int firstLine) {
    var fields = new LinkedHashMap<String, Field>();
    int line = firstLine;
    for (var each : text.split("\n", -1)) {
      var match = PLAIN.matcher(each);
      if (match.matches()) {
        var words = match.group(2) == null ? "" : match.group(2).strip();
        fields.putIfAbsent(match.group(1), new Field(line, new Value.Words(words)));
      }
      line++;
    }
    return fields;
  }

  private static int lineOf(YamlEngineException malformed) {
    return malformed instanceof MarkedYamlEngineException marked
        ? marked.getProblemMark().map(mark -> mark.getLine()).orElse(0)
        : 0;
  }

  private static String summary(YamlEngineException malformed) {
    return malformed instanceof MarkedYamlEngineException marked
        ? marked.getProblem()
        : String.valueOf(malformed.getMessage()).replaceAll("\\s+", " ").strip();
  }

  private static Map<String, Field> fields(Node root, int firstLine) throws Unusable {
    if (isNothing(root)) {
      return Map.of();
    }
    if (!(root instanceof MappingNode mapping)) {
      throw new Unusable(
          firstLine, "it has no keys and values", "Write lines such as 'description: …'.");
    }
    var fields = new LinkedHashMap<String, Field>();
    for (var tuple : mapping.getValue()) {
      int line =
          firstLine + tuple.getKeyNode().getStartMark().map(mark -> mark.getLine()).orElse(0);
      var name = tuple.getKeyNode() instanceof ScalarNode key ? key.getValue() : "?";
      if (fields.put(name, new Field(line, value(tuple.getValueNode()))) != null) {
        throw new Unusable(line, "the key '%s' is there twice".formatted(name), "Leave one out.");
      }
    }
    return fields;
  }

  private static boolean isNothing(Node node) {
    return node.getTag().equals(Tag.NULL);
  }

  private static Value value(Node node) {
    if (isNothing(node)) {
      return new Value.Nothing();
    }
    return switch (node) {
      case ScalarNode scalar -> new Value.Words(scalar.getValue().strip());
      case SequenceNode sequence -> several(sequence);
      case MappingNode mapping -> table(mapping);
      default -> new Value.Nested();
    };
  }

  private static Value several(SequenceNode sequence) {
    var items = new ArrayList<String>();
    for (var item : sequence.getValue()) {
      if (!(item instanceof ScalarNode scalar)) {
        return new Value.Nested();
      }
      items.add(scalar.getValue().strip());
    }
    return new Value.Several(List.copyOf(items));
  }

  private static Value table(MappingNode mapping) {
    var entries = new LinkedHashMap<String, String>();
    for (var tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)
          || !(tuple.getValueNode() instanceof ScalarNode value)) {
        return new Value.Nested();
      }
      entries.put(key.getValue().strip(), value.getValue().strip());
    }
    return new Value.Table(entries);
  }

  /// Refuses keys that are none of these, and names the closest.
  void requireKnown(Collection<String> known) throws Unusable {
    for (var field : fields.entrySet()) {
      if (!known.contains(field.getKey())) {
        var closest =
            known.stream()
                .min(Comparator.comparingInt(key -> EditDistance.between(field.getKey(), key)));
        throw new Unusable(
            field.getValue().line(),
            "there is no key '%s'".formatted(field.getKey()),
            "Did you mean '%s'? There are: %s."
                .formatted(closest.orElse(""), String.join(", ", known)));
      }
    }
  }

  Optional<Field> find(String key) {
    return Optional.ofNullable(fields.get(key))
        .filter(it -> !(it.value() instanceof Value.Nothing));
  }

  int line(String key) {
    var field = fields.get(key);
    return field == null ? 0 : field.line();
  }

  /// @return null if the key is not there
  @Nullable String words(String key) throws Unusable {
    var field = find(key).orElse(null);
    return switch (field == null ? null : field.value()) {
      case null -> null;
      case Value.Words(var text) -> text;
      case Value.Nothing _, Value.Several _, Value.Table _, Value.Nested _ ->
          throw new Unusable(line(key), key + " is not a text", "Put it into quotes.");
    };
  }

  /// Parted by commas, or as a list.
  ///
  /// @return null if the key is not there
  @Nullable List<String> list(String key) throws Unusable {
    var field = find(key).orElse(null);
    return switch (field == null ? null : field.value()) {
      case null -> null;
      case Value.Words(var text) -> Commas.part(text);
      case Value.Several(var items) -> items;
      case Value.Nothing _, Value.Table _, Value.Nested _ ->
          throw new Unusable(line(key), key + " is not a list", "Write names, parted by commas.");
    };
  }

  /// Names and what is said of each; none if the key is not there, or has no such thing.
  Map<String, String> table(String key) {
    var field = fields.get(key);
    return field != null && field.value() instanceof Value.Table(var entries) ? entries : Map.of();
  }
}
