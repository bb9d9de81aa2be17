package dev.drover.codec;

import dev.drover.codec.form.EventReader;
import dev.drover.codec.form.EventWriter;
import dev.drover.codec.form.TooNew;
import dev.drover.codec.json.WriterPool;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.SessionId;
import java.util.List;

/// Events as JSON, one object each: the bytes that are stored, fed to watchers and printed.
///
///     {"session":"s-1","seq":12,"at":"2026-01-01T00:00:00Z","run":"r-1","type":"tool_settled","v":1,
///      "effect":"e2","outcome":{"is":"succeeded","text":"ok"}}
///
/// (in one line, without a line break at the end). `run` is there for events about a run. The order
/// of the fields is fixed, and the same event always gives the same bytes.
///
/// Each type of event counts the versions of its form in `v`. Every version that was ever released
/// can be read. A type or a version that is not known is refused with [UnreadableEvent] and never
/// passed over, because a fold that leaves out a fact is wrong.
///
/// A field that is not known *is* passed over. That is what makes small changes cheap: a field that
/// may be absent can be added to a type without a new version, and an older Drover reads the rest.
/// So such a field must be one that a reader can do without; if the event means something else
/// when it is there, the type gets a new version.
///
/// Safe for any number of threads.
public final class EventCodec {
  /// The code of the problem that [UnreadableEvent] and [UnreadableState] carry.
  public static final String JOURNAL_UNREADABLE = "journal_unreadable";

  private final WriterPool writers = new WriterPool();

  public EventCodec() {}

  /// @param entries events of that session
  /// @return one object for each, in the same order
  public List<byte[]> encode(SessionId session, List<Recorded> entries) {
    var lines = new byte[entries.size()][];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = encode(session, entries.get(i));
    }
    return List.of(lines);
  }

  /// @param entry an event of that session
  public byte[] encode(SessionId session, Recorded entry) {
    var out = writers.take();
    try {
      EventWriter.write(out, session, entry);
      return out.take();
    } finally {
      writers.give(out);
    }
  }

  /// @throws UnreadableEvent if it is not an event that is known here
  public Recorded decode(byte[] line) {
    var reader = new EventReader(line);
    try {
      return reader.read();
    } catch (TooNew e) {
      throw new UnreadableEvent(Unreadable.tooNew(JOURNAL_UNREADABLE, reader.subject(), e), e);
    } catch (IllegalArgumentException e) {
      throw new UnreadableEvent(
          Unreadable.damaged(JOURNAL_UNREADABLE, reader.subject(), reader.place(), e), e);
    }
  }
}
