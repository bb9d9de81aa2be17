package dev.drover.mcp.transport;

import dev.drover.jsonrpc.RpcException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The way to one server. Safe for use by many threads.
///
/// Laws: an interrupt or a timeout of a request is passed on to the server once, and a later answer
/// is ignored; after [#close] no request waits, and nothing that the wire has started is left.
public interface ServerWire extends AutoCloseable {
  /// Sends a request and waits for its answer.
  ///
  /// @throws IOException if the server cannot be reached, or answers with a status of HTTP
  /// @throws RpcException if it answers with an error, or not in time, or the connection ends
  JsonNode request(ServerRequest request) throws IOException, RpcException, InterruptedException;

  void notify(String method, ObjectNode params) throws IOException, InterruptedException;

  /// The version of the protocol that was agreed on, which HTTP repeats in each request. Empty
  /// before a handshake, which begins a new session.
  void agreeOn(String version, WireEra era);

  /// Begins the time limits of all open requests again: the server waits for this side.
  void extendOpen();

  /// Listens to what the server sends unasked, on a thread of its own, if that needs a stream or a
  /// request.
  ///
  /// @param subscription the request that begins it; null in the form with sessions
  void listen(@Nullable ServerRequest subscription);

  @Override
  void close();
}
