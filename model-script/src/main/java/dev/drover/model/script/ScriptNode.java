package dev.drover.model.script;

import dev.drover.kernel.value.Problem;
import dev.drover.spi.PortException;
import dev.drover.spi.text.EditDistance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.constructor.StandardConstructor;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ParserException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// A node of a script with its position, which is part of its error messages.
///
/// @param key the key of the node
record ScriptNode(String file, String key, Node node) {
  private static final LoadSettings SETTINGS = LoadSettings.builder().build();
  private static final int DEEPEST = 100;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  static ScriptNode root(String file, String yaml) {
    try {
      var node = compose(yaml);
      return new ScriptNode(
          file, "", node.orElseThrow(() -> invalid(file, 1, "the script is empty", null)));
    } catch (YamlEngineException malformed) {
      throw invalid(file, lineOf(malformed), summary(malformed), malformed);
    }
  }

  private static Optional<Node> compose(String yaml) {
    mustBeShallow(yaml);
    var parser = new ParserImpl(SETTINGS, new StreamReader(SETTINGS, yaml));
    return new Composer(SETTINGS, parser).getSingleNode();
  }

  /// Text with unbounded nesting would exhaust the stack of the composer.
  private static void mustBeShallow(String yaml) {
    int depth = 0;
    for (var events = new ParserImpl(SETTINGS, new StreamReader(SETTINGS, yaml));
        events.hasNext(); ) {
      var event = events.next();
      if (event instanceof CollectionStartEvent && ++depth > DEEPEST) {
        throw new ParserException(
            "it is nested more than %d levels deep".formatted(DEEPEST), event.getStartMark());
      }
      if (event instanceof CollectionEndEvent) {
        depth--;
      }
    }
  }

  /// The values of a mapping by their keys, of which all must be known.
  ///
  /// @param what for messages: "a turn"
  Map<String, ScriptNode> fields(String what, List<String> known) {
    var fields = entries(what);
    fields.forEach(
        (name, value) -> {
          if (!known.contains(name)) {
            throw value.invalid(
                "%s has no key `%s`; the closest it may have is `%s`, all are %s"
                    .formatted(what, name, closest(name, known), String.join(", ", known)));
          }
        });
    return fields;
  }

  /// The values of a mapping by their keys, with any keys.
  Map<String, ScriptNode> entries(String what) {
    if (!(node instanceof MappingNode mapping)) {
      throw invalid("%s must have keys and values".formatted(what));
    }
    var entries = new LinkedHashMap<String, ScriptNode>();
    for (var tuple : mapping.getValue()) {
      var name = new ScriptNode(file, key, tuple.getKeyNode()).text();
      var value = new ScriptNode(file, name, tuple.getValueNode());
      if (entries.put(name, value) != null) {
        throw value.invalid("%s has the key `%s` twice".formatted(what, name));
      }
    }
    return entries;
  }

  /// @param what for messages: "turns"
  List<ScriptNode> items(String what) {
    if (!(node instanceof SequenceNode sequence)) {
      throw invalid("must be a list of %s".formatted(what));
    }
    var items = new ArrayList<ScriptNode>();
    for (var item : sequence.getValue()) {
      items.add(new ScriptNode(file, key, item));
    }
    return items;
  }

  String text() {
    if (node instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL)) {
      return scalar.getValue();
    }
    throw invalid("must have a text");
  }

  /// Any YAML value, as JSON. Keys stay in their order.
  String json() {
    try {
      return JSON.writeValueAsString(
          new StandardConstructor(SETTINGS).constructSingleDocument(Optional.of(node)));
    } catch (YamlEngineException malformed) {
      throw invalid(file, lineOf(malformed), summary(malformed), malformed);
    } catch (JacksonException inexpressible) {
      throw invalid("cannot be said in JSON: " + inexpressible.getOriginalMessage());
    }
  }

  PortException invalid(String detail) {
    int line = node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    return invalid(file, line, key.isEmpty() ? detail : "`%s`: %s".formatted(key, detail), null);
  }

  private static PortException invalid(
      String file, int line, String detail, @Nullable Throwable cause) {
    return new PortException(
        new Problem(
            "script_invalid",
            "The script is not valid",
            "%s, line %d: %s".formatted(file, line, detail),
            "Correct the script."),
        cause);
  }

  private static int lineOf(YamlEngineException malformed) {
    return malformed instanceof MarkedYamlEngineException marked
        ? marked.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1)
        : 1;
  }

  /// One line of it: the rest shows the position, which the line number contains already.
  private static String summary(YamlEngineException malformed) {
    return malformed instanceof MarkedYamlEngineException marked
        ? "this is not YAML: " + marked.getProblem()
        : "this is not YAML: " + malformed.getMessage();
  }

  private static String closest(String name, List<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(candidate -> EditDistance.between(name, candidate)))
        .orElseThrow();
  }
}
