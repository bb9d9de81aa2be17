package dev.drover.jsonrpc;

import dev.drover.testkit.VirtualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.util.concurrent.CountDownLatch;
import tools.jackson.databind.JsonNode;

/// Two peers, joined by pipes of the system.
final class PipedPeers implements AutoCloseable {
  final CountDownLatch asked = new CountDownLatch(1);
  final RpcPeer left;
  final RpcPeer right;

  PipedPeers(RpcLimits limits) throws IOException {
    var toRight = Pipe.open();
    var toLeft = Pipe.open();
    left = peer(toLeft, toRight, limits);
    right = peer(toRight, toLeft, limits);
  }

  private RpcPeer peer(Pipe in, Pipe out, RpcLimits limits) {
    var writer = new RpcLineWriter(Channels.newOutputStream(out.sink()), () -> close(out));
    var peer = new RpcPeer(writer, new EchoHandler(), new VirtualTime(), limits);
    var lines = new RpcLineReader(Channels.newInputStream(in.source()), 1_000_000);
    Thread.ofVirtual().start(() -> peer.readAll(lines));
    return peer;
  }

  private static void close(Pipe pipe) {
    try {
      pipe.sink().close();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private final class EchoHandler implements RpcHandler {
    @Override
    public JsonNode request(RpcRequestContext request) throws Exception {
      if (request.method().equals("never")) {
        asked.countDown();
        new CountDownLatch(1).await();
      }
      return request.params();
    }

    @Override
    public void notification(RpcMessage.Notification notification) {}
  }

  @Override
  public void close() {
    left.close();
    right.close();
  }
}
