package dev.drover.codec;

import dev.drover.codec.form.EventReader;
import dev.drover.codec.form.EventType;
import dev.drover.codec.form.EventWriter;
import dev.drover.codec.form.UnknownVersion;
import dev.drover.codec.json.JsonWriterPool;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.value.SessionId;
import java.util.List;

/// Events as JSON, one object each: the bytes that are stored, sent to watchers and printed.
///
///     {"session":"s-1","seq":12,"at":"2026-01-01T00:00:00Z","run":"r-1","type":"tool_settled","v":1,
///      "effect":"e2","outcome":{"is":"succeeded","text":"ok"}}
///
/// (in one line, without a line break at the end). `run` is present in events about a run. The
/// order of the fields is fixed, and the same event always gives the same bytes.
///
/// Each type of event has a version of its form in `v`. Every released version can be read. An
/// unknown type or version is refused with [UnreadableEvent] and never skipped, because a fold that
/// omits an event is wrong.
///
/// An unknown field *is* skipped, which makes small changes cheap: an optional field can be added
/// to a type without a new version, and an older Drover reads the rest. Such a field must not be
/// essential; if it changes the meaning of the event, the type gets a new version.
///
/// Safe for any number of threads.
public final class EventCodec {
  /// The problem code of [UnreadableEvent] and [UnreadableState].
  public static final String JOURNAL_UNREADABLE = "journal_unreadable";

  private final JsonWriterPool writers = new JsonWriterPool();

  public EventCodec() {}

  /// The name of an event, as in its JSON form.
  public static String nameOf(Event event) {
    return EventType.wordOf(event);
  }

  /// @param entries events of that session
  /// @return one object for each, in the same order
  public List<byte[]> encode(SessionId session, List<RecordedEvent> entries) {
    var lines = new byte[entries.size()][];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = encode(session, entries.get(i));
    }
    return List.of(lines);
  }

  /// @param entry an event of that session
  public byte[] encode(SessionId session, RecordedEvent entry) {
    var out = writers.take();
    try {
      EventWriter.write(out, session, entry);
      return out.take();
    } finally {
      writers.give(out);
    }
  }

  /// @throws UnreadableEvent if it is not a known event
  public RecordedEvent decode(byte[] line) {
    var reader = new EventReader(line);
    try {
      return reader.read();
    } catch (UnknownVersion e) {
      throw new UnreadableEvent(UnreadableData.tooNew(JOURNAL_UNREADABLE, reader.subject(), e), e);
    } catch (IllegalArgumentException e) {
      throw new UnreadableEvent(
          UnreadableData.damaged(JOURNAL_UNREADABLE, reader.subject(), reader.place(), e), e);
    }
  }
}
