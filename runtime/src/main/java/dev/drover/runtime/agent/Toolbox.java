package dev.drover.runtime.agent;

import dev.drover.runtime.tool.Arguments;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.text.EditDistance;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The tools of one agent, in a stable order, each with its arguments' schema compiled.
public final class Toolbox {
  private static final int CLOSE_NAMES = 3;

  private final Map<String, Entry> tools = new TreeMap<>();
  private final Map<String, Entry> forHost = new TreeMap<>();
  private final List<ToolSpec> specs;
  private final String digest;

  /// A tool, what is known about it, and the check of its arguments.
  public record Entry(AgentTool tool, ToolSpec spec, Arguments arguments) {}

  public Toolbox(List<AgentTool> all) {
    this(all, List.of());
  }

  /// @param hosts those that no model is told of, or that the host may use otherwise than the model
  /// @throws IllegalArgumentException if two tools have one name, or a schema is none
  public Toolbox(List<AgentTool> all, List<AgentTool> hosts) {
    all.forEach(tool -> add(tools, tool));
    hosts.forEach(tool -> add(forHost, tool));
    specs = tools.values().stream().map(Entry::spec).toList();
    digest = digestOf(specs);
  }

  private static void add(Map<String, Entry> tools, AgentTool tool) {
    var spec = tool.spec();
    if (tools.put(spec.name(), new Entry(tool, spec, Arguments.of(spec))) != null) {
      throw new IllegalArgumentException("two tools are named '" + spec.name() + "'");
    }
  }

  /// Those of them whose name passes, and what is for the host.
  Toolbox only(Predicate<String> names) {
    return new Toolbox(
        tools.values().stream()
            .filter(entry -> names.test(entry.spec().name()))
            .map(Entry::tool)
            .toList(),
        hosts());
  }

  /// These, with one in place of the one of its name.
  Toolbox with(AgentTool other) {
    var all = new ArrayList<>(only(name -> !name.equals(other.spec().name())).all());
    all.add(other);
    return new Toolbox(all, hosts());
  }

  private List<AgentTool> all() {
    return tools.values().stream().map(Entry::tool).toList();
  }

  private List<AgentTool> hosts() {
    return forHost.values().stream().map(Entry::tool).toList();
  }

  private static String digestOf(List<ToolSpec> specs) {
    var all = new StringBuilder();
    for (var spec : specs) {
      all.append(spec.name()).append('\n').append(spec.description()).append('\n');
      all.append(spec.schema()).append('\n');
    }
    return Blobs.nameOf(Bytes.of(all.toString())).sha256().substring(0, 16);
  }

  public Optional<Entry> find(String name) {
    return Optional.ofNullable(tools.get(name));
  }

  /// As [#find], for a call that the host makes, or that was let pass before.
  public Optional<Entry> findForHost(String name) {
    var own = forHost.isEmpty() ? null : forHost.get(name);
    return own == null ? find(name) : Optional.of(own);
  }

  public List<ToolSpec> specs() {
    return specs;
  }

  public List<String> names() {
    return List.copyOf(tools.keySet());
  }

  /// Changes when what the model is told about the tools changes.
  public String digest() {
    return digest;
  }

  /// For a model that got a name wrong.
  public String closeTo(String name) {
    if (tools.isEmpty()) {
      return "there are no tools";
    }
    var close =
        tools.keySet().stream()
            .sorted(Comparator.comparingInt((String known) -> EditDistance.between(name, known)))
            .limit(CLOSE_NAMES)
            .toList();
    return "the closest are " + String.join(", ", close);
  }
}
