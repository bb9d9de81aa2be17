package dev.drover.server;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.spi.Bytes;
import java.io.IOException;
import java.nio.file.Path;

/// The answer to a call.
public sealed interface HttpReply {
  int status();

  HeaderFields headers();

  /// Content in memory; may be empty.
  record Whole(int status, HeaderFields headers, Bytes content) implements HttpReply {
    public Whole {
      nonNull(headers, "headers");
      nonNull(content, "content");
    }
  }

  /// The content of a file, which is copied when the reply is sent.
  record File(int status, HeaderFields headers, Path file) implements HttpReply {
    public File {
      nonNull(headers, "headers");
      nonNull(file, "file");
    }
  }

  /// Content that is produced while it is sent.
  record Stream(int status, HeaderFields headers, StreamBody body) implements HttpReply {
    public Stream {
      nonNull(headers, "headers");
      nonNull(body, "body");
    }
  }

  /// Produces the content of a stream, on the thread of the call.
  interface StreamBody {
    /// Returns when the stream is over. Called at most once; not called if the connection is gone
    /// before.
    ///
    /// @throws IOException if the other side is gone
    /// @throws InterruptedException if the server stops
    void writeTo(StreamOutput out) throws IOException, InterruptedException;

    /// The reply is over, whether it was sent or not. Called once, after [#writeTo].
    default void close() {}
  }

  /// The way to the other side. Belongs to the thread of the call.
  interface StreamOutput {
    /// Returns when the bytes are handed to the network.
    ///
    /// @throws IOException if the other side is gone, or does not read in time
    void write(byte[] bytes) throws IOException;
  }

  static HttpReply empty(int status) {
    return new Whole(status, HeaderFields.NONE, Bytes.of(""));
  }

  static HttpReply text(int status, String contentType, String text) {
    return new Whole(status, HeaderFields.NONE.with("Content-Type", contentType), Bytes.of(text));
  }
}
