package dev.drover.internal.agent;

import dev.drover.internal.foreign.ForeignTool;
import dev.drover.internal.schema.ArgumentValidator;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.Text;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.text.EditDistance;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolSpec;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The tools of one agent, in a stable order, each with its arguments' schema compiled.
public final class AgentToolSet {
  /// With more tools of servers than this, they are found with a search and not declared.
  static final int MOST_DECLARED = 40;

  private static final int CLOSE_NAMES = 3;

  private final Map<String, Entry> tools = new TreeMap<>();
  private final List<ForHost> forHost;
  private final Map<String, Entry> helpers = new TreeMap<>();
  private final List<ToolSpec> specs;
  private final List<ToolSpec> declared;
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
    this(entriesOf(all), forHost);
  }

  private AgentToolSet(Map<String, Entry> entries, List<ForHost> forHost) {
    this.forHost = List.copyOf(forHost);
    this.tools.putAll(entries);
    this.specs = tools.values().stream().map(Entry::spec).toList();
    var deferred = deferred();
    if (deferred.isEmpty()) {
      this.declared = specs;
      this.digest = digestOf(specs);
    } else {
      put(helpers, entryOf(new ToolSearch(deferred)));
      put(helpers, entryOf(new ToolCallByName()));
      this.declared = declared(deferred);
      // The tools that are not declared count as well: the search finds them.
      this.digest = digestOf(Stream.concat(specs.stream(), declared.stream()).toList());
    }
  }

  /// The tools that are not declared: all of servers, if they are too many.
  private List<ToolSpec> deferred() {
    var ofServers =
        tools.values().stream()
            .filter(entry -> entry.tool().inner() instanceof PinnedDefinition)
            .map(Entry::spec)
            .toList();
    boolean isTaken = tools.containsKey(ToolSearch.NAME) || tools.containsKey(ToolCallByName.NAME);
    return ofServers.size() <= MOST_DECLARED || isTaken ? List.of() : ofServers;
  }

  private List<ToolSpec> declared(List<ToolSpec> deferred) {
    var all = new TreeMap<String, ToolSpec>();
    specs.forEach(spec -> all.put(spec.name(), spec));
    deferred.forEach(spec -> all.remove(spec.name()));
    helpers.forEach((name, entry) -> all.put(name, entry.spec()));
    return List.copyOf(all.values());
  }

  /// These tools, with the hidden ones left out of the search.
  AgentToolSet hiding(Predicate<String> hidden) {
    var search = helpers.get(ToolSearch.NAME);
    if (search == null || !(search.tool().inner() instanceof ToolSearch(var all))) {
      return this;
    }
    var shown = all.stream().filter(spec -> !hidden.test(spec.name())).toList();
    if (shown.size() == all.size()) {
      return this;
    }
    return new AgentToolSet(this, shown);
  }

  private AgentToolSet(AgentToolSet other, List<ToolSpec> shown) {
    this.forHost = other.forHost;
    this.tools.putAll(other.tools);
    this.helpers.putAll(other.helpers);
    this.helpers.put(ToolSearch.NAME, entryOf(new ToolSearch(shown)));
    this.specs = other.specs;
    this.declared = declared(deferred());
    this.digest = digestOf(Stream.concat(specs.stream(), declared.stream()).toList());
  }

  private static Map<String, Entry> entriesOf(List<AgentTool> all) {
    var entries = new TreeMap<String, Entry>();
    for (var tool : all) {
      put(entries, entryOf(tool));
    }
    return entries;
  }

  private static void put(Map<String, Entry> entries, Entry entry) {
    if (entries.put(entry.spec().name(), entry) != null) {
      throw new IllegalArgumentException("two tools are named '" + entry.spec().name() + "'");
    }
  }

  private static Entry entryOf(AgentTool given) {
    var tool = ForeignTool.of(given);
    return new Entry(tool, tool.spec(), ArgumentValidator.of(tool.spec()));
  }

  private AgentToolSet filtered(Predicate<Entry> test) {
    var entries = new TreeMap<>(tools);
    entries.values().removeIf(entry -> !test.test(entry));
    return new AgentToolSet(entries, forHost);
  }

  /// The tools whose name passes, and those for the host.
  AgentToolSet only(Predicate<String> names) {
    return filtered(entry -> names.test(entry.spec().name()));
  }

  /// These tools, with the one of the same name replaced.
  AgentToolSet with(AgentTool other) {
    var entries = new TreeMap<>(tools);
    var entry = entryOf(other);
    entries.put(entry.spec().name(), entry);
    return new AgentToolSet(entries, forHost);
  }

  /// These tools and more, with other names.
  AgentToolSet plus(List<AgentTool> more) {
    if (more.isEmpty()) {
      return this;
    }
    var entries = new TreeMap<>(tools);
    more.forEach(tool -> put(entries, entryOf(tool)));
    return new AgentToolSet(entries, forHost);
  }

  /// These tools without those that the test selects, which sees them as they were given.
  public AgentToolSet without(Predicate<AgentTool> test) {
    return filtered(entry -> !test.test(entry.tool().inner()));
  }

  /// These tools and those of the others that can be used. None of them replaces a tool.
  ///
  /// @param leftOut called for each of the others that is left out, with the reason
  public AgentToolSet plusUsable(List<AgentTool> more, BiConsumer<AgentTool, String> leftOut) {
    var entries = new TreeMap<>(tools);
    for (var tool : more) {
      try {
        var entry = entryOf(tool);
        if (entries.putIfAbsent(entry.spec().name(), entry) != null) {
          leftOut.accept(tool, "there is another tool with this name");
        }
      } catch (RuntimeException unusable) {
        leftOut.accept(tool, String.valueOf(unusable.getMessage()));
      }
    }
    return new AgentToolSet(entries, forHost);
  }

  /// The tools as they were given.
  public List<AgentTool> all() {
    return tools.values().stream().map(entry -> entry.tool().inner()).toList();
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
    var tool = tools.get(name);
    return Optional.ofNullable(tool == null ? helpers.get(name) : tool);
  }

  /// The call that the model means: one that names another tool is a call of that tool.
  ///
  /// @param arguments of the call
  /// @return the call itself, if it names no other tool
  public ToolCall meant(ToolCall call, String arguments) {
    if (!call.tool().equals(ToolCallByName.NAME) || !helpers.containsKey(ToolCallByName.NAME)) {
      return call;
    }
    var named = ToolCallByName.parse(arguments);
    return named == null || helpers.containsKey(named.tool())
        ? call
        : new ToolCall(call.callId(), named.tool(), Text.of(named.arguments()));
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

  /// All tools, for the host.
  public List<ToolSpec> specs() {
    return specs;
  }

  /// The tools in the requests to the model.
  public List<ToolSpec> declared() {
    return declared;
  }

  /// The names of the tools in the requests to the model.
  public List<String> names() {
    return declared.stream().map(ToolSpec::name).toList();
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
