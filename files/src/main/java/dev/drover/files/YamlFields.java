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
record YamlFields(Map<String, Field> fields) {
  private static final LoadSettings SETTINGS = LoadSettings.builder().build();
  private static final Pattern PLAIN = Pattern.compile("([A-Za-z][A-Za-z_-]*):(?:\\s++(.*))?");

  /// @param line counted from 1, in the file
  record Field(int line, Value value) {}

  /// The value of a key.
  sealed interface Value {
    record EmptyValue() implements Value {}

    record TextValue(String text) implements Value {}

    record ListValue(List<String> items) implements Value {}

    record TableValue(Map<String, String> entries) implements Value {}

    /// A nested value, which is not read.
    record NestedValue() implements Value {}
  }

  /// @param firstLine of the text in its file
  static YamlFields yaml(String text, int firstLine) throws UnusableFileException {
    try {
      YamlDepthCheck.require(text);
      var parser = new ParserImpl(SETTINGS, new StreamReader(SETTINGS, text));
      var root = new Composer(SETTINGS, parser).getSingleNode();
      return new YamlFields(root.isEmpty() ? Map.of() : fields(root.get(), firstLine));
    } catch (YamlEngineException malformed) {
      throw new UnusableFileException(
          firstLine + lineOf(malformed), "it is not YAML: " + summary(malformed), "Correct it.");
    }
  }

  /// As [#yaml], but invalid YAML is read line by line, as programs do that accept `key: anything`.
  /// Such files are common.
  static YamlFields lenient(String text, int firstLine) throws UnusableFileException {
    try {
      return yaml(text, firstLine);
    } catch (UnusableFileException malformed) {
      var plain = plain(text, firstLine);
      if (plain.isEmpty()) {
        throw malformed;
      }
      return new YamlFields(plain);
    }
  }

  private static Map<String, Field> plain(String text, int firstLine) {
    var fields = new LinkedHashMap<String, Field>();
    int line = firstLine;
    for (var each : text.split("\n", -1)) {
      var match = PLAIN.matcher(each);
      if (match.matches()) {
        var words = match.group(2) == null ? "" : match.group(2).strip();
        fields.putIfAbsent(match.group(1), new Field(line, new Value.TextValue(words)));
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

  private static Map<String, Field> fields(Node root, int firstLine) throws UnusableFileException {
    if (isNothing(root)) {
      return Map.of();
    }
    if (!(root instanceof MappingNode mapping)) {
      throw new UnusableFileException(
          firstLine, "it has no keys and values", "Write lines such as 'description: …'.");
    }
    var fields = new LinkedHashMap<String, Field>();
    for (var tuple : mapping.getValue()) {
      int line =
          firstLine + tuple.getKeyNode().getStartMark().map(mark -> mark.getLine()).orElse(0);
      var name = tuple.getKeyNode() instanceof ScalarNode key ? key.getValue() : "?";
      if (fields.put(name, new Field(line, value(tuple.getValueNode()))) != null) {
        throw new UnusableFileException(
            line, "the key '%s' is there twice".formatted(name), "Leave one out.");
      }
    }
    return fields;
  }

  private static boolean isNothing(Node node) {
    return node.getTag().equals(Tag.NULL);
  }

  private static Value value(Node node) {
    if (isNothing(node)) {
      return new Value.EmptyValue();
    }
    return switch (node) {
      case ScalarNode scalar -> new Value.TextValue(scalar.getValue().strip());
      case SequenceNode sequence -> several(sequence);
      case MappingNode mapping -> table(mapping);
      default -> new Value.NestedValue();
    };
  }

  private static Value several(SequenceNode sequence) {
    var items = new ArrayList<String>();
    for (var item : sequence.getValue()) {
      if (!(item instanceof ScalarNode scalar)) {
        return new Value.NestedValue();
      }
      items.add(scalar.getValue().strip());
    }
    return new Value.ListValue(List.copyOf(items));
  }

  private static Value table(MappingNode mapping) {
    var entries = new LinkedHashMap<String, String>();
    for (var tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)
          || !(tuple.getValueNode() instanceof ScalarNode value)) {
        return new Value.NestedValue();
      }
      entries.put(key.getValue().strip(), value.getValue().strip());
    }
    return new Value.TableValue(entries);
  }

  /// Rejects unknown keys, and suggests the closest known one.
  void requireKnown(Collection<String> known) throws UnusableFileException {
    for (var field : fields.entrySet()) {
      if (!known.contains(field.getKey())) {
        var closest =
            known.stream()
                .min(Comparator.comparingInt(key -> EditDistance.between(field.getKey(), key)));
        throw new UnusableFileException(
            field.getValue().line(),
            "there is no key '%s'".formatted(field.getKey()),
            "Did you mean '%s'? There are: %s."
                .formatted(closest.orElse(""), String.join(", ", known)));
      }
    }
  }

  Optional<Field> find(String key) {
    return Optional.ofNullable(fields.get(key))
        .filter(it -> !(it.value() instanceof Value.EmptyValue));
  }

  int line(String key) {
    var field = fields.get(key);
    return field == null ? 0 : field.line();
  }

  /// @return null if the key is missing
  @Nullable String text(String key) throws UnusableFileException {
    var field = find(key).orElse(null);
    return switch (field == null ? null : field.value()) {
      case null -> null;
      case Value.TextValue(var text) -> text;
      case Value.EmptyValue _, Value.ListValue _, Value.TableValue _, Value.NestedValue _ ->
          throw new UnusableFileException(line(key), key + " is not a text", "Put it into quotes.");
    };
  }

  /// Separated by commas, or as a list.
  ///
  /// @return null if the key is missing
  @Nullable List<String> list(String key) throws UnusableFileException {
    var field = find(key).orElse(null);
    return switch (field == null ? null : field.value()) {
      case null -> null;
      case Value.TextValue(var text) -> CommaSplitter.splitOutsideBrackets(text);
      case Value.ListValue(var items) -> items;
      case Value.EmptyValue _, Value.TableValue _, Value.NestedValue _ ->
          throw new UnusableFileException(
              line(key), key + " is not a list", "Write names, parted by commas.");
    };
  }

  /// Names and their values; empty if the key is missing, or is not a table.
  Map<String, String> table(String key) {
    var field = fields.get(key);
    return field != null && field.value() instanceof Value.TableValue(var entries)
        ? entries
        : Map.of();
  }
}
