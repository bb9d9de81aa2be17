package dev.drover.internal.publish;

import dev.drover.spi.model.Delta;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The deltas of one attempt so far, joined where one continues the other. Beyond its limit the
/// oldest text is dropped and counted.
///
/// Guarded by the feed that it belongs to.
final class DeltaBuffer {
  /// The cost of a text in addition to its characters, so that many empty ones are bounded as well.
  private static final int OVERHEAD = 64;

  private final int limit;
  private @Nullable JoinedText newest;
  // Most attempts have one text only.
  private @Nullable ArrayDeque<JoinedText> older;
  private int size;
  private long dropped;

  /// Deltas that continue each other.
  private static final class JoinedText {
    private final Delta first;
    // Null as long as there is one delta.
    private @Nullable StringBuilder joined;
    private int fragments = 1;

    JoinedText(Delta first) {
      this.first = first;
    }

    void add(Delta next) {
      if (joined == null) {
        joined = new StringBuilder(first.text());
      }
      joined.append(next.text());
      fragments++;
    }

    Delta whole() {
      return joined == null ? first : first.withText(joined.toString());
    }

    int size() {
      return OVERHEAD + (joined == null ? first.text().length() : joined.length());
    }
  }

  DeltaBuffer(int limit) {
    this.limit = limit;
  }

  void add(Delta delta) {
    if (newest != null && delta.continues(newest.first)) {
      newest.add(delta);
      size += delta.text().length();
    } else {
      if (newest != null) {
        older = older == null ? new ArrayDeque<>() : older;
        older.add(newest);
      }
      newest = new JoinedText(delta);
      size += newest.size();
    }
    if (size > limit) {
      dropOldest();
    }
  }

  private void dropOldest() {
    while (size > limit && older != null && !older.isEmpty()) {
      drop(older.remove());
    }
    if (size > limit && newest != null) {
      drop(newest);
      newest = null;
    }
  }

  private void drop(JoinedText text) {
    size -= text.size();
    dropped += text.fragments;
  }

  /// How many deltas were dropped.
  long dropped() {
    return dropped;
  }

  void forEach(Consumer<Delta> reader) {
    if (older != null) {
      older.forEach(text -> reader.accept(text.whole()));
    }
    if (newest != null) {
      reader.accept(newest.whole());
    }
  }
}
