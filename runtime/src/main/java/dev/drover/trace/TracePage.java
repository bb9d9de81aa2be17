package dev.drover.trace;

import dev.drover.watch.Cursor;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A page of spans, in the order in which they began.
///
/// @param next where the next page starts
/// @param hasMore whether more spans begin after these
public record TracePage(List<TraceSpan> spans, Cursor next, boolean hasMore) {
  public TracePage {
    spans = List.copyOf(spans);
  }

  /// An operation with a duration.
  ///
  /// @param id unique within its session
  /// @param parent the id of the span that it is a part of; null if it is part of none
  /// @param name the agent of a run, the model, the tool
  /// @param end null if it has not ended
  /// @param attributes in a stable order
  public record TraceSpan(
      String id,
      @Nullable String parent,
      Kind kind,
      String name,
      Instant start,
      @Nullable Instant end,
      Status status,
      Map<String, String> attributes) {
    public TraceSpan {
      attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    }

    /// What kind of work it is.
    public enum Kind {
      RUN,
      MODEL_CALL,
      TOOL_CALL,
      APPROVAL,
      DEFERRAL,
      /// A tool waits for the answer of a person.
      QUESTION,
      /// The conversation is compacted.
      COMPACTION
    }

    /// How it ended.
    public enum Status {
      /// It has not ended.
      OPEN,
      SUCCEEDED,
      FAILED,
      /// A rule or a person denied it, or the call was invalid.
      REFUSED,
      CANCELLED,
      /// It may have happened.
      UNKNOWN
    }
  }
}
