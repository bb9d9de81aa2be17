package dev.drover.acp;

import dev.drover.jsonrpc.RpcChannel;
import dev.drover.jsonrpc.RpcId;
import dev.drover.jsonrpc.RpcMessage;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A channel that starts work right after an answer was sent: an editor knows a new session only
/// when it has the answer that names it, so updates must not come before it.
///
/// Safe for use by many threads.
final class AnswerChannel implements RpcChannel {
  private final RpcChannel inner;
  private final Map<RpcId, Runnable> after = new ConcurrentHashMap<>();

  AnswerChannel(RpcChannel inner) {
    this.inner = inner;
  }

  /// @param work started if the request is answered with a result; must not wait
  void afterResult(RpcId request, Runnable work) {
    after.put(request, work);
  }

  @Override
  public void send(RpcMessage message) throws IOException {
    inner.send(message);
    if (message instanceof RpcMessage.Answer answer) {
      var work = after.remove(answer.id());
      if (work != null && answer instanceof RpcMessage.Result) {
        work.run();
      }
    }
  }

  @Override
  public void close() {
    inner.close();
  }
}
