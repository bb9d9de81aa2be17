package dev.drover.codec;

import dev.drover.codec.form.StateForm;
import dev.drover.codec.form.UnknownVersion;
import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriter;
import dev.drover.kernel.machine.SessionState;

/// Snapshots: the state of a session without a current run, as JSON.
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

  /// @throws UnreadableState if it is not a known snapshot
  public SessionState decode(byte[] state) {
    var in = new JsonReader(state);
    try {
      return StateForm.read(in);
    } catch (UnknownVersion e) {
      throw new UnreadableState(
          UnreadableData.tooNew(EventCodec.JOURNAL_UNREADABLE, SUBJECT, e), e);
    } catch (IllegalArgumentException e) {
      throw new UnreadableState(
          UnreadableData.damaged(EventCodec.JOURNAL_UNREADABLE, SUBJECT, in.place(), e), e);
    }
  }
}
