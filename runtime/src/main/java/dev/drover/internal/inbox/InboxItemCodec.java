package dev.drover.internal.inbox;

import dev.drover.codec.InputCodec;
import dev.drover.codec.UnreadableInput;
import dev.drover.internal.redact.InputRedactor;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.time.Time;
import java.util.Optional;

/// Converts inputs to items of the durable inbox and back. Secrets are redacted before an input is
/// encoded. Safe for use by any thread.
public final class InboxItemCodec {
  private final InputCodec codec = new InputCodec();
  private final InputRedactor redactions;
  private final Time time;

  public InboxItemCodec(InputRedactor redactions, Time time) {
    this.redactions = redactions;
    this.time = time;
  }

  public Inbox.Item encode(SessionId session, InputId id, Input input) {
    var body = Bytes.of(codec.encode(redactions.of(input)));
    return new Inbox.Item(session, id, body, time.now());
  }

  /// @throws PortException if the item cannot be decoded; it names the item and its session
  public Input decode(Inbox.Item item) {
    try {
      return codec.decode(item.body().array());
    } catch (UnreadableInput unreadable) {
      var why = unreadable.problem();
      var detail =
          "input %s of session %s cannot be read: %s"
              .formatted(item.id(), item.session(), why.detail());
      throw new PortException(
          new Problem(why.code(), why.title(), detail, why.remedy()), unreadable);
    }
  }

  /// @return empty if the item cannot be decoded
  Optional<Input> decodeIfReadable(Inbox.Item item) {
    try {
      return Optional.of(codec.decode(item.body().array()));
    } catch (UnreadableInput unreadable) {
      return Optional.empty();
    }
  }
}
