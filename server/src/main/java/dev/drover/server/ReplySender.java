package dev.drover.server;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;

/// Sends one reply through the JDK's server. Used by one thread.
final class ReplySender implements AutoCloseable {
  private static final int PIECE = 64 * 1024;
  private static final int NO_CONTENT = -1;
  private static final int OF_UNKNOWN_LENGTH = 0;

  private final HttpExchange exchange;
  private final HttpLimits limits;

  ReplySender(HttpExchange exchange, HttpLimits limits) {
    this.exchange = exchange;
    this.limits = limits;
  }

  void send(HttpReply reply) throws IOException, InterruptedException {
    reply.headers().forEach((name, values) -> exchange.getResponseHeaders().put(name, values));
    switch (reply) {
      case HttpReply.Whole(int status, _, var content) -> sendBytes(status, content.array());
      case HttpReply.File(int status, _, var file) -> {
        try (var in = Files.newInputStream(file);
            var out = open(status, Files.size(file))) {
          for (var piece = in.readNBytes(PIECE); piece.length > 0; piece = in.readNBytes(PIECE)) {
            out.write(piece);
          }
        }
      }
      case HttpReply.Stream(int status, _, var body) -> sendStream(status, body);
    }
  }

  private void sendBytes(int status, byte[] content) throws IOException {
    try (var out = open(status, content.length)) {
      out.write(content);
    }
  }

  private void sendStream(int status, HttpReply.StreamBody body)
      throws IOException, InterruptedException {
    try {
      if (isHead()) {
        exchange.sendResponseHeaders(status, NO_CONTENT);
        return;
      }
      exchange.sendResponseHeaders(status, OF_UNKNOWN_LENGTH);
      try (var out = new BoundedOutput(exchange.getResponseBody())) {
        out.flush();
        body.writeTo(out::writeWhole);
      }
    } finally {
      body.close();
    }
  }

  private OutputStream open(int status, long length) throws IOException {
    if (isHead() || length == 0) {
      exchange.sendResponseHeaders(status, NO_CONTENT);
      return OutputStream.nullOutputStream();
    }
    exchange.sendResponseHeaders(status, length);
    return new BoundedOutput(exchange.getResponseBody());
  }

  private boolean isHead() {
    return exchange.getRequestMethod().equalsIgnoreCase("HEAD");
  }

  @Override
  public void close() {
    exchange.close();
  }

  /// Closes the connection of a reader that does not read.
  private final class BoundedOutput extends OutputStream {
    private final OutputStream out;
    private final TransferDeadline deadline;

    BoundedOutput(OutputStream out) {
      this.out = out;
      this.deadline = new TransferDeadline(limits.writeTime());
    }

    @Override
    public void write(int single) throws IOException {
      write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      deadline.run(() -> out.write(bytes, from, length));
    }

    @Override
    public void flush() throws IOException {
      deadline.run(out::flush);
    }

    void writeWhole(byte[] bytes) throws IOException {
      write(bytes, 0, bytes.length);
      flush();
    }

    @Override
    public void close() throws IOException {
      try {
        deadline.run(out::close);
      } finally {
        deadline.close();
      }
    }
  }
}
