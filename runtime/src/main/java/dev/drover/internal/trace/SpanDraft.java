package dev.drover.internal.trace;

import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.value.Usage;
import dev.drover.trace.TracePage.TraceSpan;
import dev.drover.trace.TracePage.TraceSpan.Kind;
import dev.drover.trace.TracePage.TraceSpan.Status;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A span under construction. Belongs to one thread.
final class SpanDraft {
  private final String id;
  private final @Nullable String parent;
  private final Kind kind;
  private final String name;
  private final RecordedEvent begin;
  private final Map<String, String> attributes = new LinkedHashMap<>();
  private @Nullable Instant end;
  private Status status = Status.OPEN;

  SpanDraft(String id, @Nullable String parent, Kind kind, String name, RecordedEvent begin) {
    this.id = id;
    this.parent = parent;
    this.kind = kind;
    this.name = name;
    this.begin = begin;
  }

  String id() {
    return id;
  }

  String name() {
    return name;
  }

  /// The number of the event that it began with.
  long seq() {
    return begin.seq();
  }

  boolean isOpen() {
    return status == Status.OPEN;
  }

  /// Whether this event is the one that it began with.
  boolean isAsOldAs(RecordedEvent entry) {
    return entry.seq() == begin.seq() + 1 && entry.at().equals(begin.at());
  }

  SpanDraft put(String key, Object value) {
    attributes.put(key, value.toString());
    return this;
  }

  SpanDraft putUnlessEmpty(String key, String value) {
    return value.isEmpty() ? this : put(key, value);
  }

  SpanDraft put(Usage usage) {
    return put("input_tokens", usage.input())
        .put("output_tokens", usage.output())
        .put("cache_read_tokens", usage.cacheRead())
        .put("cache_write_tokens", usage.cacheWrite())
        .put("reasoning_tokens", usage.reasoning());
  }

  /// Increases a count.
  void add(String key, long more) {
    long before = Long.parseLong(attributes.getOrDefault(key, "0"));
    put(key, before + more);
  }

  /// Only the first call sets the end.
  void end(Instant at, Status how) {
    if (isOpen()) {
      end = at;
      status = how;
    }
  }

  TraceSpan span() {
    return new TraceSpan(id, parent, kind, name, begin.at(), end, status, attributes);
  }
}
