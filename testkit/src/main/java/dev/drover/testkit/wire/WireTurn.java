package dev.drover.testkit.wire;

import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.value.Usage;
import java.util.ArrayList;
import java.util.List;

/// One reply of a provider, independent of any protocol.
public record WireTurn(List<Piece> pieces, StopReason stop, Usage usage) {
  public static final Usage USAGE = new Usage(120, 45, 0, 0, 0);

  public WireTurn {
    pieces = List.copyOf(pieces);
  }

  /// The content, in order.
  public sealed interface Piece {
    record Text(String text) implements Piece {}

    /// @param seal an opaque signature that only the model can read; empty for none
    record Thought(String text, String seal) implements Piece {}

    /// @param arguments as JSON
    record Call(String id, String tool, String arguments) implements Piece {}
  }

  public static WireTurn say(String text) {
    return new WireTurn(List.of(new Piece.Text(text)), StopReason.DONE, USAGE);
  }

  public static WireTurn think(String text, String seal) {
    return new WireTurn(List.of(new Piece.Thought(text, seal)), StopReason.DONE, USAGE);
  }

  public static WireTurn call(String id, String tool, String arguments) {
    return new WireTurn(List.of(new Piece.Call(id, tool, arguments)), StopReason.CALLS, USAGE);
  }

  public WireTurn thenSay(String text) {
    return plus(new Piece.Text(text), stop);
  }

  public WireTurn thenCall(String id, String tool, String arguments) {
    return plus(new Piece.Call(id, tool, arguments), StopReason.CALLS);
  }

  public WireTurn stopping(StopReason why) {
    return new WireTurn(pieces, why, usage);
  }

  public WireTurn using(Usage tokens) {
    return new WireTurn(pieces, stop, tokens);
  }

  private WireTurn plus(Piece piece, StopReason why) {
    var more = new ArrayList<>(pieces);
    more.add(piece);
    return new WireTurn(more, why, usage);
  }
}
