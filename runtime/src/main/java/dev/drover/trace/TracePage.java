package dev.drover.trace;

import dev.drover.watch.Cursor;
import java.util.List;

/// A page of spans, in the order in which they began.
///
/// @param next where the next page starts
/// @param hasMore whether more spans begin after these
public record TracePage(List<TraceSpan> spans, Cursor next, boolean hasMore) {
  public TracePage {
    spans = List.copyOf(spans);
  }
}
