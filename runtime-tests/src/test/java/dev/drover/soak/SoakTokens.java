package dev.drover.soak;

import static dev.drover.soak.SoakJournals.type;

import dev.drover.soak.SoakJournals.Journal;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Token counts of a provider.
record SoakTokens(long input, long output, long cacheRead, long cacheWrite, long reasoning) {
  static final SoakTokens NONE = new SoakTokens(0, 0, 0, 0, 0);

  static SoakTokens of(JsonNode usage) {
    return new SoakTokens(
        usage.path("input").asLong(0),
        usage.path("output").asLong(0),
        usage.path("cache_read").asLong(0),
        usage.path("cache_write").asLong(0),
        usage.path("reasoning").asLong(0));
  }

  SoakTokens plus(SoakTokens more) {
    return new SoakTokens(
        input + more.input,
        output + more.output,
        cacheRead + more.cacheRead,
        cacheWrite + more.cacheWrite,
        reasoning + more.reasoning);
  }

  long total() {
    return input + output + cacheRead + cacheWrite;
  }

  /// At 3, 15, 0.30 and 3.75 per million, in millionths, rounded up.
  long money() {
    return Math.ceilDiv(
        input * 3_000_000 + output * 15_000_000 + cacheRead * 300_000 + cacheWrite * 3_750_000,
        1_000_000L);
  }

  /// The usage of one session.
  static SoakTokens usedIn(Journal journal) {
    var sum = NONE;
    for (var event : journal.events()) {
      if (isUse(event)) {
        sum = sum.plus(of(event.path("usage")));
      }
    }
    return sum;
  }

  /// The usage of a session and its children.
  static SoakTokens usedBelow(Journal journal, Map<String, Journal> journals) {
    var sum = usedIn(journal);
    for (var other : journals.values()) {
      if (journal.id().equals(other.parent())) {
        sum = sum.plus(usedBelow(other, journals));
      }
    }
    return sum;
  }

  /// Whether the event records usage of a model.
  static boolean isUse(JsonNode event) {
    return switch (type(event)) {
      case "model_replied", "completion_made" -> true;
      case "history_compacted" -> event.has("summary");
      case "compaction_failed" -> event.has("usage");
      default -> false;
    };
  }
}
