package dev.drover.cli.config;

import dev.drover.compaction.CompactionPolicy;
import dev.drover.compaction.CompactionPolicy.Tail;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads when conversations are compacted: `off`, or words such as `at 80`.
final class CompactionSettingsReader {
  private static final String OFF = "off";
  private static final String AT = "at";
  private static final String RESERVE = "reserve";
  private static final String TAIL = "tail";
  private static final String SPARE = "spare";
  private static final List<String> WORDS = List.of(OFF, AT, RESERVE, TAIL, SPARE);
  private static final int MOST_TOKENS = 100_000_000;

  private CompactionSettingsReader() {}

  static CompactionPolicy read(@Nullable ConfiguredValue given) {
    var policy = CompactionPolicy.DEFAULT;
    if (given == null) {
      return policy;
    }
    for (var line : given.values()) {
      policy = with(policy, given, ConfiguredValue.words(List.of(line)));
    }
    return policy;
  }

  private static CompactionPolicy with(
      CompactionPolicy policy, ConfiguredValue given, List<String> words) {
    if (words.equals(List.of(OFF))) {
      if (given.values().size() > 1) {
        throw given.wrong("'off' stands alone", "Remove the rest, or remove 'off'.");
      }
      return CompactionPolicy.OFF;
    }
    if (words.size() != 2 || words.getFirst().equals(OFF)) {
      throw unknown(given, String.join(" ", words));
    }
    var amount = given.field(words.getFirst(), words.subList(1, 2));
    return switch (words.getFirst()) {
      case AT -> policy.at((int) amount.number(100));
      case RESERVE -> policy.reserving((int) amount.number(MOST_TOKENS));
      case SPARE -> policy.sparing((int) amount.number(MOST_TOKENS));
      case TAIL -> {
        int tokens = (int) amount.number(MOST_TOKENS);
        yield policy.keeping(new Tail(0, tokens, tokens));
      }
      default -> throw unknown(given, String.join(" ", words));
    };
  }

  private static RuntimeException unknown(ConfiguredValue given, String words) {
    return given.wrong(
        "'%s' is not a compaction setting".formatted(words),
        "Write 'off', or some of 'at PERCENT', 'reserve TOKENS', 'tail TOKENS' and 'spare TOKENS'; did you mean '%s'?"
            .formatted(NameSuggestion.to(words.split(" ", -1)[0], WORDS)));
  }
}
