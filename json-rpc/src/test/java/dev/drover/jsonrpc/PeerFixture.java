package dev.drover.jsonrpc;

import dev.drover.testkit.VirtualTime;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A peer whose other side is the test.
final class PeerFixture implements RpcChannel, RpcHandler {
  final VirtualTime time = new VirtualTime();
  final BlockingQueue<RpcMessage> sent = new LinkedBlockingQueue<>(1_000);
  final BlockingQueue<String> problems = new LinkedBlockingQueue<>(1_000);
  final BlockingQueue<String> abandoned = new LinkedBlockingQueue<>(1_000);
  final BlockingQueue<String> endings = new LinkedBlockingQueue<>(1_000);
  final BlockingQueue<RpcMessage.Notification> heard = new LinkedBlockingQueue<>(200_000);
  final RpcPeer peer;
  RequestBody body = request -> RpcJson.object().put("method", request.method());
  volatile boolean broken;

  interface RequestBody {
    JsonNode answer(RpcRequestContext request) throws Exception;
  }

  PeerFixture(RpcLimits limits) {
    peer = new RpcPeer(this, this, time, limits);
  }

  void receive(String json) {
    var bytes = json.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    peer.receive(RpcJson.read(bytes, 0, bytes.length));
  }

  @Override
  public void send(RpcMessage message) throws IOException {
    if (broken) {
      throw new IOException("broken pipe");
    }
    sent.add(message);
  }

  @Override
  public void close() {}

  @Override
  public JsonNode request(RpcRequestContext request) throws Exception {
    return body.answer(request);
  }

  @Override
  public void notification(RpcMessage.Notification notification) {
    heard.add(notification);
  }

  @Override
  public void abandoned(RpcPeer of, RpcCall call, String why) {
    abandoned.add(call.request().method());
  }

  @Override
  public void problem(String what, @Nullable Throwable cause) {
    problems.add(what);
  }

  @Override
  public void closed(String why) {
    endings.add(why);
  }
}
