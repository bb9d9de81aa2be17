package dev.drover.codec;

import dev.drover.codec.form.StateForm;
import dev.drover.codec.form.TooNew;
import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.SessionState;

/// Snapshots: the state of a session at a moment when no run is going, as JSON.
///
/// The same state always gives the same bytes, so a snapshot can be compared with a new fold of its
/// journal. Safe for any number of threads.
public final class StateCodec {
  private static final String SUBJECT = "a snapshot";

  public StateCodec() {}

  /// @throws IllegalArgumentException if the state is not idle
  public byte[] encode(SessionState state) {
    var out = new JsonWriter();
    StateForm.write(out, state);
    return out.take();
  }

  /// @throws UnreadableState if it is not a snapshot that is known here
  public SessionState decode(byte[] state) {
    var in = new JsonReader(state);
    try {
      return StateForm.read(in);
    } catch (TooNew e) {
      throw new UnreadableState(Unreadable.tooNew(EventCodec.JOURNAL_UNREADABLE, SUBJECT, e), e);
    } catch (IllegalArgumentException e) {
      throw new UnreadableState(
          Unreadable.damaged(EventCodec.JOURNAL_UNREADABLE, SUBJECT, in.place(), e), e);
    }
  }
}
