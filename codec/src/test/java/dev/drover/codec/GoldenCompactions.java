package dev.drover.codec;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.Cut;
import dev.drover.kernel.Event;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Fallback;
import dev.drover.kernel.HookMark;
import dev.drover.kernel.Price;
import dev.drover.kernel.Problem;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.Replacement;
import dev.drover.kernel.Shortening;
import dev.drover.kernel.ShorteningDenial;
import dev.drover.kernel.ShorteningFailure;
import dev.drover.kernel.ShorteningOutcome.Cause;
import dev.drover.kernel.Text;
import dev.drover.kernel.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What the golden files of events that are about the length of a conversation say, in Java.
final class GoldenCompactions {
  static final Shortening SUMMED_UP =
      new Shortening(
          "drover",
          Cause.WINDOW,
          new Cut(12, 4, List.of(0, 7), List.of(13, 15)),
          Text.of("[What was said and done before this, summed up.]\n\nThe shop has a door."),
          new Usage(9_000, 120, 800, 0, 0),
          List.of(new HookMark("scribe", HookMark.Deed.REWROTE, "shorter")));

  static final ShorteningDenial DENIAL =
      new ShorteningDenial(
          "drover",
          Cause.OVERFLOW,
          List.of(new HookMark("archive", HookMark.Deed.DENIED, "not before it is filed")));

  static final ShorteningFailure FAILURE =
      new ShorteningFailure(
          "drover",
          Cause.WINDOW,
          new Problem("summary_missing", "The model did not sum up", "no words", "Try again."),
          181_000,
          new Usage(9_000, 1, 0, 0, 0));

  private static final Replacement BY_GPT =
      new Replacement(
          Failure.lasting(new Problem("model_unauthorized", "Not let in", "401", "")),
          new Fallback("openai/gpt-5", new Price(1_250_000, 10_000_000, 125_000, 0)));

  private static final Replacement BY_QWEN =
      new Replacement(
          new Failure(
              new Problem("model_unavailable", "Unavailable", "529", "."),
              new Failure.Retry.Later(Duration.ofSeconds(2))),
          new Fallback("ollama/qwen3:8b", null));

  private final Map<String, Recorded> events = new TreeMap<>();

  private GoldenCompactions() {}

  static Map<String, Recorded> all() {
    var golden = new GoldenCompactions();
    golden.add("history_compacted-summed-up", new Event.HistoryCompacted(SUMMED_UP));
    golden.add(
        "history_compacted-trimmed",
        new Event.HistoryCompacted(
            new Shortening(
                "drover",
                Cause.OVERFLOW,
                new Cut(0, 9, List.of(), List.of(4)),
                Text.EMPTY,
                Usage.NONE,
                List.of())));
    golden.add(
        "history_compacted-stored-summary",
        new Event.HistoryCompacted(
            new Shortening(
                "anna",
                Cause.ASKED,
                new Cut(6, 2, List.of(0), List.of()),
                new Text.Stored(new BlobId("ab".repeat(32)), 70_000),
                Usage.NONE,
                List.of())));
    golden.add(
        "history_compacted-by-another",
        new Event.HistoryCompacted(
            new Shortening(
                "anna",
                Cause.ASKED,
                new Cut(6, 2, List.of(0), List.of()),
                Text.of("[What was said and done before this, summed up.]\n\nFine."),
                new Usage(900, 12, 0, 0, 0),
                List.of(),
                List.of(BY_GPT, BY_QWEN))));
    golden.add("compaction_denied", new Event.CompactionDenied(DENIAL));
    golden.add(
        "compaction_denied-asked",
        new Event.CompactionDenied(new ShorteningDenial("anna", Cause.ASKED, DENIAL.marks())));
    golden.add("compaction_failed", new Event.CompactionFailed(FAILURE));
    golden.add(
        "compaction_failed-asked",
        new Event.CompactionFailed(
            new ShorteningFailure("anna", Cause.ASKED, FAILURE.problem(), 0, Usage.NONE)));
    golden.add(
        "compaction_failed-by-another",
        new Event.CompactionFailed(
            new ShorteningFailure(
                "anna",
                Cause.ASKED,
                FAILURE.problem(),
                0,
                new Usage(900, 12, 0, 0, 0),
                List.of(BY_QWEN))));
    return golden.events;
  }

  private void add(String name, Event event) {
    events.put(name, new Recorded(42, Instant.parse("2026-01-01T00:00:03Z"), event));
  }
}
