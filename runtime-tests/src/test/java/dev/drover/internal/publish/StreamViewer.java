package dev.drover.internal.publish;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.model.Delta;
import dev.drover.watch.EventStream;
import dev.drover.watch.Notice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads a stream as a chat window does: prints deltas, removes them when an attempt failed, and
/// compares the printed text with the settled reply.
final class StreamViewer {
  private final Map<EffectId, StringBuilder> printed = new HashMap<>();
  private final List<String> replies = new ArrayList<>();
  private final List<String> holes = new ArrayList<>();
  private long missedFragments;
  private long missedEvents;

  /// Reads to the end of the stream.
  static StreamViewer of(EventStream events) {
    var viewer = new StreamViewer();
    try (events) {
      events.forEach(viewer::see);
    }
    return viewer;
  }

  void see(Notice notice) {
    switch (notice) {
      case Notice.Shown shown -> {
        if (shown.delta() instanceof Delta.TextDelta(var text)) {
          printed.computeIfAbsent(shown.effect(), _ -> new StringBuilder()).append(text);
        }
      }
      case Notice.Missed missed -> {
        missedFragments += missed.fragments();
        missedEvents += missed.events();
      }
      case Notice.Happened happened -> see(happened.event());
      case Notice.ChildUsage _ -> {}
    }
  }

  private void see(Event event) {
    switch (event) {
      case Event.ModelReplied(_, var effect, var reply) -> settle(effect, reply.answer());
      case Event.ReplyInterrupted(_, var effect, var partial) -> settle(effect, partial);
      case Event.ModelFailed failed -> printed.remove(failed.effect());
      case Event.ModelReplaced replaced -> printed.remove(replaced.effect());
      case Event.RunRecovered recovered -> recovered.lost().forEach(printed::remove);
      default -> {}
    }
  }

  private void settle(EffectId effect, Text settled) {
    var text = ((Text.Inline) settled).value();
    var seen = printed.remove(effect);
    replies.add(text);
    if (!text.equals(seen == null ? "" : seen.toString())) {
      holes.add("'%s' of '%s'".formatted(seen == null ? "" : seen, text));
    }
  }

  /// The printed text of replies that are not settled.
  String unsettled() {
    return String.join("", printed.values());
  }

  List<String> replies() {
    return replies;
  }

  /// Replies whose printed text differs from their settled text.
  List<String> holes() {
    return holes;
  }

  long missedFragments() {
    return missedFragments;
  }

  long missedEvents() {
    return missedEvents;
  }
}
