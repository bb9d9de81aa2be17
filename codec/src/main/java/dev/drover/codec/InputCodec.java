package dev.drover.codec;

import dev.drover.codec.form.InputForm;
import dev.drover.codec.form.TooNew;
import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.WriterPool;
import dev.drover.kernel.Input;

/// Inputs that may wait in an inbox, as JSON: prompts, answers to approvals, cancels, clears. What
/// holds for versions and fields of events in [EventCodec] holds for these.
///
/// The same input always gives the same bytes, so that an inbox can tell a repetition from a
/// conflict. Safe for any number of threads.
public final class InputCodec {
  /// The code of the problem that [UnreadableInput] carries.
  public static final String INBOX_UNREADABLE = "inbox_unreadable";

  private static final String SUBJECT = "an input";

  private final WriterPool writers = new WriterPool();

  public InputCodec() {}

  /// @throws IllegalArgumentException if such an input never waits
  public byte[] encode(Input input) {
    var out = writers.take();
    try {
      InputForm.write(out, input);
      return out.take();
    } finally {
      writers.give(out);
    }
  }

  /// @throws UnreadableInput if it is not an input that is known here
  public Input decode(byte[] input) {
    var in = new JsonReader(input);
    try {
      return InputForm.read(in);
    } catch (TooNew e) {
      throw new UnreadableInput(Unreadable.tooNew(INBOX_UNREADABLE, SUBJECT, e), e);
    } catch (IllegalArgumentException e) {
      throw new UnreadableInput(Unreadable.damaged(INBOX_UNREADABLE, SUBJECT, in.place(), e), e);
    }
  }
}
