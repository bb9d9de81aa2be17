package dev.drover.codec;

import static dev.drover.codec.GoldenEvents.BLOB;
import static dev.drover.codec.GoldenEvents.RUN;

import dev.drover.kernel.budget.ModelReplacement.FallbackModel;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The values of the golden files of model events.
final class GoldenModelEvents {
  private final Map<String, RecordedEvent> events = new TreeMap<>();

  private GoldenModelEvents() {}

  static Map<String, RecordedEvent> all() {
    var golden = new GoldenModelEvents();
    golden.addReplies();
    golden.addFailures();
    golden.addReplacements();
    return golden.events;
  }

  private void add(String name, long seq, String at, Event event) {
    events.put(name, new RecordedEvent(seq, Instant.parse(at), event));
  }

  private void addReplies() {
    var at = "2026-01-01T00:00:02.000001Z";
    replied(
        "model_replied",
        at,
        new ModelReply(
            List.of(new ContentBlock.Prose(Text.of("It adds two numbers."))),
            StopReason.DONE,
            new Usage(1200, 80, 0, 0, 0)));
    var read = Text.of("{\"path\": \"calc.sh\",\n \"lines\":[1,2]}");
    replied(
        "model_replied-calls",
        at,
        new ModelReply(
            List.of(
                new ContentBlock.Reasoning(Text.of("Look first.")),
                new ContentBlock.Prose(Text.of("Reading the file.")),
                new ContentBlock.Call(new ToolCall("toolu_1", "read", read)),
                new ContentBlock.Call(
                    new ToolCall("toolu_1", "write", new Text.Stored(BLOB, 100_000)))),
            StopReason.CALLS,
            new Usage(1, 5, 2, 3, 4)));
    replied(
        "model_replied-length",
        "2026-01-01T00:00:02.000000001Z",
        new ModelReply(List.of(), StopReason.LENGTH, Usage.NONE));
    replied(
        "model_replied-sealed",
        at,
        new ModelReply(
            List.of(
                new ContentBlock.Reasoning(Text.of("Look first.")),
                new ContentBlock.Opaque("anthropic/claude", Text.of("{\"signature\":\"EqQB\"}")),
                new ContentBlock.Prose(Text.of("I cannot help with this."))),
            StopReason.REFUSED,
            new Usage(1200, 80, 0, 0, 0)));
  }

  private void replied(String name, String at, ModelReply reply) {
    add(name, 4, at, new Event.ModelReplied(RUN, new EffectId(1), reply));
  }

  private void addReplacements() {
    var effect = new EffectId(1);
    add(
        "model_replaced",
        4,
        "2026-01-01T00:00:02Z",
        new Event.ModelReplaced(
            RUN,
            effect,
            6,
            new Failure(
                new Problem("model_unavailable", "Unavailable", "the provider answered 529", "."),
                new Failure.Retry.Later(Duration.ZERO)),
            new FallbackModel("openai/gpt-5", new TokenPrice(1_250_000, 10_000_000, 125_000, 0))));
    add(
        "model_replaced-without-a-price",
        4,
        "2026-01-01T00:00:02Z",
        new Event.ModelReplaced(
            RUN,
            effect,
            1,
            Failure.lasting(new Problem("model_unauthorized", "Not let in", "401", "")),
            new FallbackModel("ollama/qwen3:8b", null)));
  }

  private void addFailures() {
    var effect = new EffectId(1);
    add(
        "model_failed",
        4,
        "2026-01-01T00:00:02Z",
        new Event.ModelFailed(
            RUN,
            effect,
            2,
            new Failure(
                new Problem("rate_limited", "Rate limited", "the provider answered 429", "Wait."),
                new Failure.Retry.Later(Duration.ofMillis(62_500))),
            Instant.parse("2026-01-01T00:01:04.5Z")));
    add(
        "model_failed-throttled",
        4,
        "2026-01-01T00:00:02Z",
        new Event.ModelFailed(
            RUN,
            effect,
            1,
            new Failure(
                new Problem("model_throttled", "Throttled", "the provider answered 429", "Wait."),
                new Failure.Retry.Throttled(Duration.ofSeconds(30))),
            Instant.parse("2026-01-01T00:00:33.25Z")));
    add(
        "model_failed-never",
        4,
        "2026-01-01T00:00:02Z",
        new Event.ModelFailed(
            RUN,
            effect,
            1,
            Failure.lasting(new Problem("stream_broken", "Stream broken", "", "")),
            Instant.EPOCH));
    var later = "2026-01-01T00:00:03Z";
    add(
        "reply_interrupted",
        5,
        later,
        new Event.ReplyInterrupted(RUN, effect, Text.of("It adds two")));
    add("reply_interrupted-empty", 5, later, new Event.ReplyInterrupted(RUN, effect, Text.EMPTY));
  }
}
