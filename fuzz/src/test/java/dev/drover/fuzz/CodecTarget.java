package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.codec.EventCodec;
import dev.drover.codec.InputCodec;
import dev.drover.codec.StateCodec;
import dev.drover.codec.UnreadableData;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.value.SessionId;
import java.util.List;
import java.util.function.Function;

/// An input that can be decoded can be encoded, and decodes to the same value again; all other
/// inputs are refused with a description of the error.
final class CodecTarget implements FuzzTarget {
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

  private byte[] encode(RecordedEvent entry) {
    return events.encode(owner(entry.event()), List.of(entry)).getFirst();
  }

  /// An opening event names its session twice, and so does the first event of a fork.
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
    } catch (UnreadableData refused) {
      RefusalChecks.check(refused.problem(), "journal_unreadable", "inbox_unreadable");
      return;
    }
    var written = encode.apply(value);
    var again = decode.apply(written);
    assertThat(again).isEqualTo(value);
    assertThat(encode.apply(again)).isEqualTo(written);
  }
}
