package dev.drover.jsonrpc;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The protocol behind a peer.
///
/// Safe for use by many threads.
public interface RpcHandler {
  /// Answers a request of the other side, on a virtual thread of its own, which is interrupted when
  /// the request is cancelled or the connection ends. What is sent before this returns arrives
  /// before the answer.
  ///
  /// @throws RpcErrorException the answer is this error
  /// @throws Exception the answer is an internal error without details, and [#problem] is called
  JsonNode request(RpcRequestContext request) throws Exception;

  /// Called on the reading thread, in the order of arrival and before later answers are delivered.
  /// Must not wait for the other side.
  void notification(RpcMessage.Notification notification);

  /// A request of this side was cancelled, interrupted, or not answered in time: the place to send
  /// the protocol's own word for it. Called once, on a virtual thread of its own; an answer that
  /// comes later is ignored.
  default void abandoned(RpcPeer peer, RpcCall call, String why) {}

  /// For the log or status: an unreadable line, an answer to no request, a handler that failed.
  default void problem(String what, @Nullable Throwable cause) {}

  /// The connection has ended. Called once.
  default void closed(String why) {}
}
