package dev.drover.jsonrpc;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A request of the other side that is being handled. It is answered at most once.
///
/// Safe for use by many threads.
public final class RpcRequestContext {
  private final RpcPeer peer;
  private final RpcMessage.Request request;
  private final AtomicBoolean over = new AtomicBoolean();
  private volatile boolean cancelled;
  private volatile @Nullable Thread thread;

  RpcRequestContext(RpcPeer peer, RpcMessage.Request request) {
    this.peer = peer;
    this.request = request;
  }

  public RpcId id() {
    return request.id();
  }

  public String method() {
    return request.method();
  }

  /// The parameters as an object; an empty one if there are none.
  ///
  /// @throws RpcErrorException if they are a list
  public ObjectNode params() throws RpcErrorException {
    return switch (request.params()) {
      case null -> RpcJson.object();
      case ObjectNode object -> object;
      case JsonNode _ ->
          throw new RpcErrorException(RpcError.INVALID_PARAMS, "params must be an object");
    };
  }

  /// The way back to the one who asked.
  public RpcPeer peer() {
    return peer;
  }

  public boolean isCancelled() {
    return cancelled;
  }

  /// @return whether the answer may be sent now, by the caller and by no other
  boolean claimAnswer() {
    return over.compareAndSet(false, true);
  }

  void startedOn(Thread handler) {
    thread = handler;
  }

  void interrupt() {
    cancelled = true;
    var handler = thread;
    if (handler != null) {
      handler.interrupt();
    }
  }
}
