package dev.drover.runtime.writer;

import dev.drover.codec.EventCodec;
import dev.drover.codec.UnreadableEvent;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.SessionState;
import dev.drover.spi.store.Entry;

/// Reads events as a store returned them. The only place where stored bytes become events, so that
/// bytes that are none are reported in one way.
///
/// Safe for use by any thread.
public final class StoredEvents {
  private final EventCodec codec = new EventCodec();

  public StoredEvents() {}

  /// @throws UnreadableJournal if it is not the event of that number
  public Recorded decode(SessionId session, Entry entry) {
    Recorded event;
    try {
      event = codec.decode(entry.bytes().array());
    } catch (UnreadableEvent unreadable) {
      throw UnreadableJournal.at(session, entry.seq(), unreadable);
    }
    if (event.seq() != entry.seq()) {
      var detail = "event %d is in its place".formatted(event.seq());
      throw UnreadableJournal.damaged(session, entry.seq(), detail, null);
    }
    return event;
  }

  /// @throws UnreadableJournal if it is not an event that can follow that state
  SessionState fold(SessionId session, SessionState state, Entry entry) {
    var event = decode(session, entry);
    try {
      return state.after(event);
    } catch (RuntimeException impossible) {
      var detail = "it does not follow from the events before it";
      throw UnreadableJournal.damaged(session, entry.seq(), detail, impossible);
    }
  }
}
