package dev.drover.cli.config;

import dev.drover.runtime.compact.CompactionPolicy;
import dev.drover.runtime.compact.CompactionPolicy.Tail;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads when conversations are made shorter: `off`, or words such as `at 80`.
final class CompactionWords {
  private static final String OFF = "off";
  private static final String AT = "at";
  private static final String RESERVE = "reserve";
  private static final String TAIL = "tail";
  private static final String SPARE = "spare";
  private static final List<String> WORDS = List.of(OFF, AT, RESERVE, TAIL, SPARE);
  private static final int MOST_TOKENS = 100_000_000;

  private CompactionWords() {}

  static CompactionPolicy read(@Nullable Given given) {
    var policy = CompactionPolicy.DEFAULT;
    if (given == null) {
      return policy;
    }
    for (var line : given.values()) {
      policy = with(policy, given, Given.words(List.of(line)));
    }
    return policy;
  }

  private static CompactionPolicy with(CompactionPolicy policy, Given given, List<String> words) {
    if (words.equals(List.of(OFF))) {
      if (given.values().size() > 1) {
        throw given.wrong("'off' stands alone", "Leave the rest away, or leave 'off' away.");
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

  private static RuntimeException unknown(Given given, String words) {
    return given.wrong(
        "'%s' says nothing about compaction".formatted(words),
        "Write 'off', or some of 'at PERCENT', 'reserve TOKENS', 'tail TOKENS' and 'spare TOKENS'; did you mean '%s'?"
            .formatted(Closest.to(words.split(" ", -1)[0], WORDS)));
  }
}
