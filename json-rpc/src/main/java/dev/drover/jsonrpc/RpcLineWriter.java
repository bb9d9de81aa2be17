package dev.drover.jsonrpc;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/// Writes messages to a byte stream, one a line, in UTF-8. Each is written and flushed as a whole
/// by the thread that sends it; others wait for their turn, so that there is no queue to fill.
///
/// Safe for use by many threads.
public final class RpcLineWriter implements RpcChannel {
  private final OutputStream out;
  private final Runnable release;
  private final ReentrantLock turn = new ReentrantLock();
  private final AtomicBoolean closed = new AtomicBoolean();

  /// @param release frees what is behind the stream, once; must make a blocked write fail, which
  ///   closing a stream does not do everywhere
  public RpcLineWriter(OutputStream out, Runnable release) {
    this.out = out;
    this.release = release;
  }

  @Override
  public void send(RpcMessage message) throws IOException {
    var json = RpcJson.bytes(message);
    var line = new byte[json.length + 1];
    System.arraycopy(json, 0, line, 0, json.length);
    line[json.length] = '\n';
    try {
      turn.lockInterruptibly();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted before the message was written");
    }
    try {
      if (closed.get()) {
        throw new IOException("the connection is closed");
      }
      out.write(line);
      out.flush();
    } finally {
      turn.unlock();
    }
  }

  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      release.run();
    }
  }
}
