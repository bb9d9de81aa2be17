package dev.drover.internal.agent;

import dev.drover.Param;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Text;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tool.AnswerSchema;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Finds tools that are too many to be declared in each request. Its own definition does not change
/// when a tool is found, so the requests of a session keep their prefix.
///
/// @param found the tools that can be found, in a stable order
record ToolSearch(List<ToolSpec> found) implements AgentTool {
  static final String NAME = "tool_search";

  private static final int MOST_RESULTS = 5;

  /// A word of the query in the name counts more than one in the description.
  private static final int IN_NAME = 4;

  private static final int IN_DESCRIPTION = 1;
  private static final int WHOLE_NAME = 1_000;

  ToolSearch {
    found = List.copyOf(found);
  }

  /// The arguments of a call.
  public record Query(
      @Param(name = "query", description = "words that describe what the tool does, or its name")
          String query) {}

  private record Scored(ToolSpec tool, int score) {}

  @Override
  public ToolSpec spec() {
    return new ToolSpec(
        NAME,
        "Searches %d more tools, which are not listed here. Returns names, descriptions and schemas"
                .formatted(found.size())
            + " of the best matches; call one of them with "
            + ToolCallByName.NAME
            + ". They come from: "
            + servers(),
        AnswerSchema.of(Query.class).schema(),
        new CallTerms(EffectClass.PURE, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL));
  }

  private String servers() {
    return found.stream()
        .map(tool -> tool.name().split("__", 3))
        .map(parts -> parts.length > 1 ? parts[1] : parts[0])
        .collect(Collectors.toCollection(TreeSet::new))
        .stream()
        .collect(Collectors.joining(", "));
  }

  @Override
  public ToolAnswer call(ToolInvocation call) {
    var query = AnswerSchema.read(Query.class, call.arguments()).query();
    var best = best(query);
    return new ToolOutcome.Succeeded(
        Text.of(
            best.isEmpty()
                ? "No tool matches '%s'. Use other words. The tools come from: %s"
                    .formatted(query, servers())
                : best.stream().map(ToolSearch::described).collect(Collectors.joining("\n\n"))));
  }

  /// Descriptions are texts of servers.
  @Override
  public DataFlow dataFlow() {
    return new DataFlow(DataFlow.Origin.OUTSIDE, DataFlow.Reach.STAYS);
  }

  private static String described(ToolSpec tool) {
    return "%s\n%s\n%s".formatted(tool.name(), tool.description(), tool.schema());
  }

  /// The best matches, the better ones first; by name where they are equal.
  List<ToolSpec> best(String query) {
    var words = words(query);
    return found.stream()
        .map(tool -> new Scored(tool, score(tool, query.strip(), words)))
        .filter(scored -> scored.score() > 0)
        .sorted(
            Comparator.comparingInt(Scored::score)
                .reversed()
                .thenComparing(scored -> scored.tool().name()))
        .limit(MOST_RESULTS)
        .map(Scored::tool)
        .toList();
  }

  private static int score(ToolSpec tool, String query, Set<String> wanted) {
    int score = tool.name().equalsIgnoreCase(query) ? WHOLE_NAME : 0;
    var inName = words(tool.name());
    var inDescription = words(tool.description());
    for (var word : wanted) {
      score += matches(word, inName) ? IN_NAME : 0;
      score += matches(word, inDescription) ? IN_DESCRIPTION : 0;
    }
    return score;
  }

  /// A word also matches a longer form of it, as `file` matches `files`.
  private static boolean matches(String word, Set<String> words) {
    return words.contains(word)
        || (word.length() > 2 && words.stream().anyMatch(each -> each.startsWith(word)));
  }

  /// In lower case, with the parts of `camelCase` apart.
  private static Set<String> words(String text) {
    var words = new LinkedHashSet<String>();
    for (var word : text.split("[^\\p{L}\\p{N}]+|(?<=\\p{Ll})(?=\\p{Lu})", -1)) {
      if (!word.isEmpty() && !word.equals("mcp")) {
        words.add(word.toLowerCase(Locale.ROOT));
      }
    }
    return words;
  }
}
