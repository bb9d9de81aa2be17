package dev.drover.jsonrpc;

import dev.drover.testkit.VirtualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import tools.jackson.databind.JsonNode;

/// A peer whose other side never reads: the pipe fills up.
final class StuckPeer implements RpcHandler, AutoCloseable {
  final VirtualTime time = new VirtualTime();
  final RpcPeer peer;
  private final Pipe pipe = Pipe.open();

  StuckPeer() throws IOException {
    var writer = new RpcLineWriter(Channels.newOutputStream(pipe.sink()), this::breakPipe);
    peer = new RpcPeer(writer, this, time, RpcLimits.CLIENT);
  }

  private void breakPipe() {
    try {
      pipe.source().close();
      pipe.sink().close();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  @Override
  public JsonNode request(RpcRequestContext request) {
    return RpcJson.object();
  }

  @Override
  public void notification(RpcMessage.Notification notification) {}

  @Override
  public void close() {
    peer.close();
  }
}
