package dev.drover.internal.agent;

import dev.drover.internal.foreign.ForeignTool;
import dev.drover.internal.schema.ArgumentValidator;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
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
import org.jspecify.annotations.Nullable;

/// The tools of one agent, in a stable order, each with its arguments' schema compiled.
public final class AgentToolSet {
  private static final int CLOSE_NAMES = 3;

  private final Map<String, Entry> tools = new TreeMap<>();
  private final List<ForHost> forHost;
  private final List<ToolSpec> specs;
  private final String digest;

  /// A tool, its spec, and the validator of its arguments.
  public record Entry(ForeignTool tool, ToolSpec spec, ArgumentValidator arguments) {}

  /// A tool that the model does not see, or that the host may use differently. Its spec is read
  /// when it is called, because few hosts use one.
  public static final class ForHost {
    private final String name;
    private final AgentTool tool;
    private @Nullable Entry entry;

    public ForHost(String name, AgentTool tool) {
      this.name = name;
      this.tool = tool;
    }

    private synchronized Entry entry() {
      if (entry == null) {
        entry = entryOf(tool);
      }
      return entry;
    }
  }

  public AgentToolSet(List<AgentTool> all) {
    this(all, List.of());
  }

  /// @throws IllegalArgumentException if two tools have one name, or a schema is invalid
  public AgentToolSet(List<AgentTool> all, List<ForHost> forHost) {
    this.forHost = List.copyOf(forHost);
    for (var tool : all) {
      var entry = entryOf(tool);
      if (tools.put(entry.spec().name(), entry) != null) {
        throw new IllegalArgumentException("two tools are named '" + entry.spec().name() + "'");
      }
    }
    this.specs = tools.values().stream().map(Entry::spec).toList();
    this.digest = digestOf(specs);
  }

  private static Entry entryOf(AgentTool given) {
    var tool = ForeignTool.of(given);
    return new Entry(tool, tool.spec(), ArgumentValidator.of(tool.spec()));
  }

  /// The tools whose name passes, and those for the host.
  AgentToolSet only(Predicate<String> names) {
    return new AgentToolSet(
        tools.values().stream()
            .filter(entry -> names.test(entry.spec().name()))
            .<AgentTool>map(Entry::tool)
            .toList(),
        forHost);
  }

  /// These tools, with the one of the same name replaced.
  AgentToolSet with(AgentTool other) {
    var tool = ForeignTool.of(other);
    var all = new ArrayList<>(only(name -> !name.equals(tool.spec().name())).all());
    all.add(tool);
    return new AgentToolSet(all, forHost);
  }

  /// These tools and more, with other names.
  AgentToolSet plus(List<AgentTool> more) {
    if (more.isEmpty()) {
      return this;
    }
    var all = new ArrayList<>(all());
    all.addAll(more);
    return new AgentToolSet(all, forHost);
  }

  /// These tools without those that the test selects, which sees them as they were given.
  public AgentToolSet without(Predicate<AgentTool> test) {
    return new AgentToolSet(
        tools.values().stream()
            .map(Entry::tool)
            .filter(tool -> !test.test(tool.inner()))
            .<AgentTool>map(tool -> tool)
            .toList(),
        forHost);
  }

  /// These tools and one more.
  ///
  /// @throws IllegalArgumentException if there is one with that name, or its schema is invalid
  public AgentToolSet plus(AgentTool other) {
    var all = new ArrayList<>(all());
    all.add(other);
    return new AgentToolSet(all, forHost);
  }

  private List<AgentTool> all() {
    return tools.values().stream().<AgentTool>map(Entry::tool).toList();
  }

  private static String digestOf(List<ToolSpec> specs) {
    var all = new StringBuilder();
    for (var spec : specs) {
      all.append(spec.name()).append('\n').append(spec.description()).append('\n');
      all.append(spec.schema()).append('\n');
    }
    return Blobs.idOf(Bytes.of(all.toString())).sha256().substring(0, 16);
  }

  public Optional<Entry> find(String name) {
    return Optional.ofNullable(tools.get(name));
  }

  /// As [#find], for a direct call, or for a call that was allowed before.
  public Optional<Entry> findForHost(String name) {
    for (var own : forHost) {
      if (own.name.equals(name)) {
        return Optional.of(own.entry());
      }
    }
    return find(name);
  }

  public List<ToolSpec> specs() {
    return specs;
  }

  public List<String> names() {
    return List.copyOf(tools.keySet());
  }

  /// Changes when the description of the tools for the model changes.
  public String digest() {
    return digest;
  }

  /// Suggests names for a model that used a wrong one.
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
