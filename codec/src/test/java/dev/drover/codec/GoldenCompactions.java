package dev.drover.codec;

import dev.drover.kernel.budget.ModelReplacement;
import dev.drover.kernel.budget.ModelReplacement.FallbackModel;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.CompactionOutcome.Cause;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The values of the golden files of compaction events.
final class GoldenCompactions {
  static final CompactionOutcome.Applied SUMMED_UP =
      new CompactionOutcome.Applied(
          "drover",
          Cause.WINDOW,
          new CompactionOutcome.Cut(12, 4, List.of(0, 7), List.of(13, 15)),
          Text.of("[What was said and done before this, summed up.]\n\nThe shop has a door."),
          new Usage(9_000, 120, 800, 0, 0),
          List.of(new HookMark("scribe", HookMark.Action.REWROTE, "shorter")));

  static final CompactionOutcome.Denied DENIAL =
      new CompactionOutcome.Denied(
          "drover",
          Cause.OVERFLOW,
          List.of(new HookMark("archive", HookMark.Action.DENIED, "not before it is filed")));

  static final CompactionOutcome.Failed FAILURE =
      new CompactionOutcome.Failed(
          "drover",
          Cause.WINDOW,
          new Problem("summary_missing", "The model did not sum up", "no words", "Try again."),
          181_000,
          new Usage(9_000, 1, 0, 0, 0));

  private static final ModelReplacement BY_GPT =
      new ModelReplacement(
          Failure.lasting(new Problem("model_unauthorized", "Not let in", "401", "")),
          new FallbackModel("openai/gpt-5", new TokenPrice(1_250_000, 10_000_000, 125_000, 0)));

  private static final ModelReplacement BY_QWEN =
      new ModelReplacement(
          new Failure(
              new Problem("model_unavailable", "Unavailable", "529", "."),
              new Failure.Retry.Later(Duration.ofSeconds(2))),
          new FallbackModel("ollama/qwen3:8b", null));

  private final Map<String, RecordedEvent> events = new TreeMap<>();

  private GoldenCompactions() {}

  static Map<String, RecordedEvent> all() {
    var golden = new GoldenCompactions();
    golden.add("history_compacted-summed-up", new Event.HistoryCompacted(SUMMED_UP));
    golden.add(
        "history_compacted-trimmed",
        new Event.HistoryCompacted(
            new CompactionOutcome.Applied(
                "drover",
                Cause.OVERFLOW,
                new CompactionOutcome.Cut(0, 9, List.of(), List.of(4)),
                Text.EMPTY,
                Usage.NONE,
                List.of())));
    golden.add(
        "history_compacted-stored-summary",
        new Event.HistoryCompacted(
            new CompactionOutcome.Applied(
                "anna",
                Cause.ASKED,
                new CompactionOutcome.Cut(6, 2, List.of(0), List.of()),
                new Text.Stored(new BlobId("ab".repeat(32)), 70_000),
                Usage.NONE,
                List.of())));
    golden.add(
        "history_compacted-by-another",
        new Event.HistoryCompacted(
            new CompactionOutcome.Applied(
                "anna",
                Cause.ASKED,
                new CompactionOutcome.Cut(6, 2, List.of(0), List.of()),
                Text.of("[What was said and done before this, summed up.]\n\nFine."),
                new Usage(900, 12, 0, 0, 0),
                List.of(),
                List.of(BY_GPT, BY_QWEN))));
    golden.add("compaction_denied", new Event.CompactionDenied(DENIAL));
    golden.add(
        "compaction_denied-asked",
        new Event.CompactionDenied(
            new CompactionOutcome.Denied("anna", Cause.ASKED, DENIAL.marks())));
    golden.add("compaction_failed", new Event.CompactionFailed(FAILURE));
    golden.add(
        "compaction_failed-asked",
        new Event.CompactionFailed(
            new CompactionOutcome.Failed("anna", Cause.ASKED, FAILURE.problem(), 0, Usage.NONE)));
    golden.add(
        "compaction_failed-by-another",
        new Event.CompactionFailed(
            new CompactionOutcome.Failed(
                "anna",
                Cause.ASKED,
                FAILURE.problem(),
                0,
                new Usage(900, 12, 0, 0, 0),
                List.of(BY_QWEN))));
    return golden.events;
  }

  private void add(String name, Event event) {
    events.put(name, new RecordedEvent(42, Instant.parse("2026-01-01T00:00:03Z"), event));
  }
}
