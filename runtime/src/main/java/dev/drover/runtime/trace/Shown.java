package dev.drover.runtime.trace;

import java.util.ArrayList;
import java.util.List;

/// The spans of one page, in the order in which they began. Belongs to one thread.
final class Shown {
  private final long after;
  private final int limit;
  private final List<SpanDraft> drafts = new ArrayList<>();
  private boolean cut;

  /// @param after the number of the event behind which the page starts
  Shown(long after, int limit) {
    this.after = after;
    this.limit = limit;
  }

  void began(SpanDraft draft) {
    if (draft.seq() <= after) {
      return;
    }
    if (drafts.size() < limit || drafts.getLast().seq() == draft.seq()) {
      drafts.add(draft);
    } else {
      cut = true;
    }
  }

  /// It turned out that it never was.
  void retract(SpanDraft draft) {
    drafts.remove(draft);
  }

  boolean isCut() {
    return cut;
  }

  /// @param tail the number of the last event that was read
  long last(long tail) {
    return cut ? drafts.getLast().seq() : Math.max(tail, after);
  }

  List<TraceSpan> spans() {
    return drafts.stream().map(SpanDraft::span).toList();
  }
}
