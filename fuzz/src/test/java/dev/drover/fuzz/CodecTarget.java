package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.codec.EventCodec;
import dev.drover.codec.InputCodec;
import dev.drover.codec.StateCodec;
import dev.drover.codec.Unreadable;
import dev.drover.kernel.Event;
import dev.drover.kernel.Recorded;
import dev.drover.kernel.SessionId;
import java.util.List;
import java.util.function.Function;

/// What can be read can be written, and is the same when it is read again; everything else is
/// refused with the trouble by name.
final class CodecTarget implements Target {
  private static final SessionId SESSION = new SessionId("s-1");

  private final EventCodec events = new EventCodec();
  private final InputCodec inputs = new InputCodec();
  private final StateCodec states = new StateCodec();

  @Override
  public void accept(byte[] bytes) {
    returns(bytes, events::decode, this::encode);
    returns(bytes, inputs::decode, inputs::encode);
    returns(bytes, states::decode, states::encode);
  }

  private byte[] encode(Recorded entry) {
    return events.encode(owner(entry.event()), List.of(entry)).getFirst();
  }

  /// An opening names its session twice, and so does the beginning of a fork.
  private static SessionId owner(Event event) {
    if (event instanceof Event.SessionForked forked) {
      return forked.session();
    }
    return event instanceof Event.SessionOpened opened ? opened.session() : SESSION;
  }

  private static <T> void returns(
      byte[] bytes, Function<byte[], T> decode, Function<T, byte[]> encode) {
    T value;
    try {
      value = decode.apply(bytes);
    } catch (Unreadable refused) {
      Refusals.check(refused.problem(), "journal_unreadable", "inbox_unreadable");
      return;
    }
    var written = encode.apply(value);
    var again = decode.apply(written);
    assertThat(again).isEqualTo(value);
    assertThat(encode.apply(again)).isEqualTo(written);
  }
}
