package dev.drover.internal.publish;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.model.Delta;
import dev.drover.watch.Notice;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// How much of each reply one reader has seen. When a reply is settled, the reader first gets the
/// part of its text that it has not seen: because it attached later, because another process
/// produced the reply, or because the model does not stream. No deltas of an attempt are shown
/// after its end.
///
/// Belongs to the reader.
final class ShownReplies {
  /// Late deltas belong to attempts that have just ended.
  private static final int MOST_ENDED = 256;

  private final Function<Text, String> texts;
  private final Map<EffectId, Progress> open = new HashMap<>();
  private final LinkedHashMap<EffectId, Long> ended = new LinkedHashMap<>();

  /// The text of one attempt: its length and its hash, as computed by [String#hashCode].
  private static final class Progress {
    final RunId run;
    final int attempt;
    int length;
    int hash;

    Progress(RunId run, int attempt) {
      this.run = run;
      this.attempt = attempt;
    }

    void add(String text) {
      length += text.length();
      hash = hash(hash, text, text.length());
    }

    boolean isBeginningOf(String text) {
      return length <= text.length() && hash == hash(0, text, length);
    }

    private static int hash(int before, String text, int end) {
      int hash = before;
      for (int i = 0; i < end; i++) {
        hash = 31 * hash + text.charAt(i);
      }
      return hash;
    }
  }

  /// @param texts reads a text, inline or from its blob
  ShownReplies(Function<Text, String> texts) {
    this.texts = texts;
  }

  /// @return whether the reader may see it
  boolean admit(Notice.Shown shown) {
    var end = ended.get(shown.effect());
    if (end != null && shown.after() < end) {
      return false;
    }
    if (shown.delta() instanceof Delta.TextDelta(var text)) {
      var known = open.get(shown.effect());
      if (known == null || known.attempt != shown.attempt()) {
        known = new Progress(shown.run(), shown.attempt());
        open.put(shown.effect(), known);
      }
      known.add(text);
    }
    return true;
  }

  /// The delta to show before this event.
  ///
  /// @return null if nothing is missing, or if deltas in the middle are missing: the reader was
  ///   notified of those
  Notice.@Nullable Shown missingBefore(Notice.Happened happened) {
    if (happened.event() instanceof Event.ModelReplied(var run, var effect, var reply)) {
      return rest(run, effect, reply.answer(), happened.seq());
    }
    if (happened.event() instanceof Event.ReplyInterrupted(var run, var effect, var partial)) {
      return rest(run, effect, partial, happened.seq());
    }
    return null;
  }

  private Notice.@Nullable Shown rest(RunId run, EffectId effect, Text settled, long seq) {
    if (settled.isEmpty()) {
      return null;
    }
    var shown = open.getOrDefault(effect, new Progress(run, 1));
    var text = texts.apply(settled);
    return shown.length < text.length() && shown.isBeginningOf(text)
        ? new Notice.Shown(
            run, effect, shown.attempt, seq - 1, new Delta.TextDelta(text.substring(shown.length)))
        : null;
  }

  /// The reader has seen this event.
  void seen(Notice.Happened happened) {
    var event = happened.event();
    if (event instanceof Event.AttemptEnd ended) {
      end(ended.effect(), happened.seq());
    }
    if (event instanceof Event.ModelFailed failed) {
      open.put(failed.effect(), new Progress(failed.run(), failed.attempt() + 1));
    }
    if (event instanceof Event.RunRecovered recovered) {
      recovered.lost().forEach(effect -> end(effect, happened.seq()));
    }
    if (event instanceof Event.RunFinished finished) {
      open.values().removeIf(attempt -> attempt.run.equals(finished.run()));
    }
  }

  private void end(EffectId effect, long seq) {
    open.remove(effect);
    ended.remove(effect);
    ended.put(effect, seq);
    if (ended.size() > MOST_ENDED) {
      ended.pollFirstEntry();
    }
  }
}
