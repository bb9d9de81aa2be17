package dev.drover.internal.trace;

import dev.drover.trace.TracePage.TraceSpan;
import java.util.ArrayList;
import java.util.List;

/// The spans of one page, in the order in which they began. Belongs to one thread.
final class PageSpans {
  private final long after;
  private final int limit;
  private final List<SpanDraft> drafts = new ArrayList<>();
  private boolean cut;

  /// @param after the number of the event after which the page starts
  PageSpans(long after, int limit) {
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

  /// Removes a span that turned out not to exist.
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
