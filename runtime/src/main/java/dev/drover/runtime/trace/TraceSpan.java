package dev.drover.runtime.trace;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Something that took its time.
///
/// @param id names it within its session
/// @param parent the id of the span that it is a part of; null if it is part of none
/// @param name the agent of a run, the model, the tool
/// @param end null if it has not ended
/// @param attributes in an order that does not change
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
    /// The conversation is made shorter.
    COMPACTION
  }

  /// How it ended.
  public enum Status {
    /// It has not.
    OPEN,
    SUCCEEDED,
    FAILED,
    /// A rule or a person said no, or the call itself was wrong.
    REFUSED,
    CANCELLED,
    /// It may have happened.
    UNKNOWN
  }
}
