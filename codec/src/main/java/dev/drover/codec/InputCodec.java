package dev.drover.codec;

import dev.drover.codec.form.InputForm;
import dev.drover.codec.form.UnknownVersion;
import dev.drover.codec.json.JsonReader;
import dev.drover.codec.json.JsonWriterPool;
import dev.drover.kernel.machine.Input;

/// Inputs that may wait in an inbox, as JSON: prompts, answers to approvals, cancels, clears. The
/// rules for versions and fields in [EventCodec] apply here too.
///
/// The same input always gives the same bytes, so that an inbox can distinguish a repetition from a
/// conflict. Safe for any number of threads.
public final class InputCodec {
  /// The problem code of [UnreadableInput].
  public static final String INBOX_UNREADABLE = "inbox_unreadable";

  private static final String SUBJECT = "an input";

  private final JsonWriterPool writers = new JsonWriterPool();

  public InputCodec() {}

  /// @throws IllegalArgumentException if this kind of input never waits
  public byte[] encode(Input input) {
    var out = writers.take();
    try {
      InputForm.write(out, input);
      return out.take();
    } finally {
      writers.give(out);
    }
  }

  /// @throws UnreadableInput if it is not a known input
  public Input decode(byte[] input) {
    var in = new JsonReader(input);
    try {
      return InputForm.read(in);
    } catch (UnknownVersion e) {
      throw new UnreadableInput(UnreadableData.tooNew(INBOX_UNREADABLE, SUBJECT, e), e);
    } catch (IllegalArgumentException e) {
      throw new UnreadableInput(
          UnreadableData.damaged(INBOX_UNREADABLE, SUBJECT, in.place(), e), e);
    }
  }
}
