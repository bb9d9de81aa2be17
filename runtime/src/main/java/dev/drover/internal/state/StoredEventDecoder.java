package dev.drover.internal.state;

import dev.drover.codec.EventCodec;
import dev.drover.codec.UnreadableEvent;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.Journal;

/// Decodes events that a store returned. The only place where stored bytes become events, so that
/// invalid bytes are reported in one way.
///
/// Safe for use by any thread.
public final class StoredEventDecoder {
  private final EventCodec codec = new EventCodec();

  public StoredEventDecoder() {}

  /// @throws UnreadableJournal if it is not the event of that number
  public RecordedEvent decode(SessionId session, Journal.Entry entry) {
    RecordedEvent event;
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
  SessionState fold(SessionId session, SessionState state, Journal.Entry entry) {
    var event = decode(session, entry);
    try {
      return state.after(event);
    } catch (RuntimeException impossible) {
      var detail = "it does not follow from the events before it";
      throw UnreadableJournal.damaged(session, entry.seq(), detail, impossible);
    }
  }
}
