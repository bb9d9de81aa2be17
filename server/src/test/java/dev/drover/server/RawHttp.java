package dev.drover.server;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// A connection on which a test writes every byte itself, which the JDK's client does not allow.
final class RawHttp implements AutoCloseable {
  private final Socket socket;

  RawHttp(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
  }

  RawHttp send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
    return this;
  }

  /// Everything until the other side closes.
  String readAll() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /// Reads until this text has arrived.
  String readUntil(String mark) throws IOException {
    var seen = new StringBuilder();
    InputStream in = socket.getInputStream();
    while (seen.indexOf(mark) < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("the connection ended after: " + seen);
      }
      seen.append((char) next);
    }
    return seen.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /// The whole answer to a call whose header fields are given as lines.
  static String call(int port, String line, String... fields) throws IOException {
    var text = new StringBuilder(line).append(" HTTP/1.1\r\n");
    for (var field : fields) {
      text.append(field).append("\r\n");
    }
    try (var http = new RawHttp(port)) {
      return http.send(text.append("Connection: close\r\n\r\n").toString()).readAll();
    }
  }
}
