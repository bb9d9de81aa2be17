package dev.drover.cli.mcp;

import dev.drover.cli.environment.CliRefusal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/// The servers below `mcp` in a file of settings. Only their own lines are changed: comments and
/// the order of everything else stay. Each change is checked by reading the result.
public final class YamlServerFile implements ServerFile {
  private static final String KEY = "mcp";
  private static final LoadSettings SETTINGS = LoadSettings.builder().setUseMarks(true).build();
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_/.][A-Za-z0-9_./-]*");
  private static final Set<String> WORDS =
      Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

  private final Path file;

  public YamlServerFile(Path file) {
    this.file = file;
  }

  @Override
  public Path path() {
    return file;
  }

  @Override
  public void add(ServerEntry entry) {
    var text = SafeFile.read(file);
    var expected = read(text);
    var servers = servers(expected);
    servers.put(entry.name(), asMap(entry));
    expected.put(KEY, servers);
    write(with(text, entry), expected);
  }

  @Override
  public boolean remove(String name) {
    var text = SafeFile.read(file);
    var expected = read(text);
    var servers = servers(expected);
    if (!servers.containsKey(name)) {
      return false;
    }
    servers.remove(name);
    if (servers.isEmpty()) {
      expected.remove(KEY);
    } else {
      expected.put(KEY, servers);
    }
    write(without(text, name), expected);
    return true;
  }

  private void write(String text, Map<Object, Object> expected) {
    if (!read(text).equals(expected)) {
      throw unusual();
    }
    SafeFile.write(file, text);
  }

  private Map<Object, Object> read(String text) {
    try {
      return switch (new Load(SETTINGS).loadFromString(text)) {
        case null -> new LinkedHashMap<>();
        case Map<?, ?> map -> new LinkedHashMap<>(map);
        default -> throw unusual();
      };
    } catch (YamlEngineException malformed) {
      throw unusual();
    }
  }

  private Map<Object, Object> servers(Map<Object, Object> content) {
    return switch (content.get(KEY)) {
      case null -> new LinkedHashMap<>();
      case Map<?, ?> map -> new LinkedHashMap<>(map);
      default -> throw unusual();
    };
  }

  private CliRefusal unusual() {
    return CliRefusal.failed(
        "file_unusual",
        "%s is written in a way that this command cannot change safely".formatted(file),
        "Change it by hand: 'mcp', below it the server's name, below that its fields.");
  }

  private static Map<Object, Object> asMap(ServerEntry entry) {
    var fields = new LinkedHashMap<Object, Object>();
    if (entry.url().isEmpty()) {
      fields.put("command", entry.command());
    } else {
      fields.put("url", entry.url());
    }
    if (!entry.values().isEmpty()) {
      fields.put(entry.valuesField(), entry.orderedValues());
    }
    return fields;
  }

  private String with(String text, ServerEntry entry) {
    var lines = new ArrayList<>(text.lines().toList());
    var key = tuple(root(text), KEY);
    if (key == null) {
      if (!lines.isEmpty() && !lines.getLast().isBlank()) {
        lines.add("");
      }
      lines.add(KEY + ":");
      lines.addAll(lines(entry, 2));
    } else if (key.getValueNode() instanceof MappingNode servers && !servers.getValue().isEmpty()) {
      requireBlock(servers);
      var first = mark(servers.getValue().getFirst().getKeyNode());
      lines.addAll(first.getLine(), lines(entry, first.getColumn()));
    } else if (key.getValueNode() instanceof ScalarNode) {
      lines.addAll(mark(key.getKeyNode()).getLine() + 1, lines(entry, 2));
    } else {
      throw unusual();
    }
    return joined(lines);
  }

  private static List<String> lines(ServerEntry entry, int indent) {
    var lines = new ArrayList<String>();
    var margin = " ".repeat(indent);
    lines.add(margin + quoted(entry.name()) + ":");
    if (entry.url().isEmpty()) {
      var words = entry.command().stream().map(YamlServerFile::quoted).toList();
      lines.add(margin + "  command: [" + String.join(", ", words) + "]");
    } else {
      lines.add(margin + "  url: " + quoted(entry.url()));
    }
    if (!entry.values().isEmpty()) {
      lines.add(margin + "  " + entry.valuesField() + ":");
      entry
          .orderedValues()
          .forEach(
              (name, value) -> lines.add(margin + "    " + quoted(name) + ": " + quoted(value)));
    }
    return lines;
  }

  private String without(String text, String name) {
    var lines = new ArrayList<>(text.lines().toList());
    var key = Objects.requireNonNull(tuple(root(text), KEY));
    if (!(key.getValueNode() instanceof MappingNode servers)) {
      throw unusual();
    }
    requireBlock(servers);
    var entry = Objects.requireNonNull(tuple(servers, name));
    boolean isOnly = servers.getValue().size() == 1;
    int from = mark(isOnly ? key.getKeyNode() : entry.getKeyNode()).getLine();
    int to = end(lines, mark(entry.getKeyNode()).getLine(), endMark(entry.getValueNode()));
    lines.subList(from, to).clear();
    return joined(lines);
  }

  /// The end of a block is where the next one begins: blank lines and comments before that stay.
  private static int end(List<String> lines, int from, Mark mark) {
    int end = Math.min(lines.size(), mark.getColumn() == 0 ? mark.getLine() : mark.getLine() + 1);
    if (mark.getColumn() > 0 && mark.getLine() > from && isBeforeText(lines, mark)) {
      end = mark.getLine();
    }
    while (end > from + 1 && isEmpty(lines.get(end - 1))) {
      end--;
    }
    return end;
  }

  private static boolean isBeforeText(List<String> lines, Mark mark) {
    return mark.getLine() < lines.size()
        && lines
            .get(mark.getLine())
            .substring(0, Math.min(mark.getColumn(), lines.get(mark.getLine()).length()))
            .isBlank();
  }

  private static boolean isEmpty(String line) {
    return line.isBlank() || line.strip().startsWith("#");
  }

  private void requireBlock(MappingNode servers) {
    if (servers.getFlowStyle() != FlowStyle.BLOCK) {
      throw unusual();
    }
  }

  private @Nullable MappingNode root(String text) {
    Optional<Node> root =
        new Composer(SETTINGS, new ParserImpl(SETTINGS, new StreamReader(SETTINGS, text)))
            .getSingleNode();
    if (root.isEmpty() || root.get() instanceof ScalarNode) {
      return null;
    }
    if (root.get() instanceof MappingNode map && map.getFlowStyle() == FlowStyle.BLOCK) {
      return map;
    }
    throw unusual();
  }

  private static @Nullable NodeTuple tuple(@Nullable MappingNode map, String name) {
    if (map == null) {
      return null;
    }
    return map.getValue().stream()
        .filter(each -> each.getKeyNode() instanceof ScalarNode key && key.getValue().equals(name))
        .findFirst()
        .orElse(null);
  }

  private static Mark mark(Node node) {
    return node.getStartMark().orElseThrow();
  }

  private static Mark endMark(Node node) {
    return node.getEndMark().orElseThrow();
  }

  private static String joined(List<String> lines) {
    return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
  }

  private static String quoted(String text) {
    if (PLAIN.matcher(text).matches() && !WORDS.contains(text.toLowerCase(Locale.ROOT))) {
      return text;
    }
    var quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ' || c == 0x7f) {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
