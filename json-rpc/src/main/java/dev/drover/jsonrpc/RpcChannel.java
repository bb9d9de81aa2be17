package dev.drover.jsonrpc;

import java.io.IOException;

/// The way to the other side.
///
/// Laws: messages arrive whole and in the order in which calls of [#send] return; [#close] may be
/// called by any thread and more than once, and makes a blocked [#send] fail.
///
/// Safe for use by many threads.
public interface RpcChannel extends AutoCloseable {
  /// Returns when the message has been handed over. Blocks while the other side does not read.
  void send(RpcMessage message) throws IOException;

  @Override
  void close();
}
