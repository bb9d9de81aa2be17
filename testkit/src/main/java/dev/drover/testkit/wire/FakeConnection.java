package dev.drover.testkit.wire;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One connection of a client: reads requests and performs server actions. Used by one thread.
final class FakeConnection {
  private static final String LINE = "\r\n";

  private final Socket socket;
  private final WireEncoder encoder;
  private final InputStream in;
  private final OutputStream out;

  FakeConnection(Socket socket, WireEncoder encoder) throws IOException {
    this.socket = socket;
    this.encoder = encoder;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  /// @return null if the client has closed the connection, as it may between requests
  @Nullable WireRequest read(int number) throws IOException {
    var first = line();
    if (first == null) {
      return null;
    }
    var words = first.split(" ", 3);
    var headers = new LinkedHashMap<String, String>();
    for (var line = requireLine(); !line.isEmpty(); line = requireLine()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    return new WireRequest(words[0], words[1], headers, body(headers), number);
  }

  private String body(Map<String, String> headers) throws IOException {
    var body = new ByteArrayOutputStream();
    if (headers.getOrDefault("transfer-encoding", "").equals("chunked")) {
      for (int size = chunk(); size > 0; size = chunk()) {
        body.writeBytes(exactly(size));
        requireLine();
      }
      requireLine();
    } else {
      body.writeBytes(exactly(Integer.parseInt(headers.getOrDefault("content-length", "0"))));
    }
    return body.toString(StandardCharsets.UTF_8);
  }

  private int chunk() throws IOException {
    return Integer.parseInt(requireLine().strip(), 16);
  }

  private byte[] exactly(int size) throws IOException {
    var bytes = in.readNBytes(size);
    if (bytes.length < size) {
      throw new EOFException("the client hung up inside a body");
    }
    return bytes;
  }

  private String requireLine() throws IOException {
    var line = line();
    if (line == null) {
      throw new EOFException("the client hung up inside a request");
    }
    return line;
  }

  private @Nullable String line() throws IOException {
    var line = new ByteArrayOutputStream();
    int next = in.read();
    if (next < 0) {
      return null;
    }
    for (; next != '\n' && next >= 0; next = in.read()) {
      if (next != '\r') {
        line.write(next);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  /// @return whether the connection can be used again
  boolean perform(ServerAction act) throws IOException {
    return switch (act) {
      case ServerAction.Play(var turn, var delivery) -> play(encoder.frames(turn), delivery);
      case ServerAction.Refuse(var status, var code, var message, var headers) -> {
        page(status, "application/json", encoder.error(status, code, message), headers);
        yield true;
      }
      case ServerAction.Page(var status, var type, var body) -> {
        page(status, type, body, Map.of());
        yield true;
      }
      case ServerAction.Vanish _ -> false;
      case ServerAction.Silence _ -> listen();
    };
  }

  private void page(int status, String type, String body, Map<String, String> headers)
      throws IOException {
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    var head = new StringBuilder("HTTP/1.1 %d Fake%s".formatted(status, LINE));
    head.append("content-type: ").append(type).append(LINE);
    head.append("content-length: ").append(bytes.length).append(LINE);
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append(LINE));
    out.write(head.append(LINE).toString().getBytes(StandardCharsets.ISO_8859_1));
    out.write(bytes);
    out.flush();
  }

  private boolean play(List<StreamFrame> frames, ReplyDelivery delivery) throws IOException {
    var head =
        "HTTP/1.1 200 OK%scontent-type: text/event-stream; charset=utf-8%stransfer-encoding: chunked%s%s"
            .formatted(LINE, LINE, LINE, LINE);
    out.write(head.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
    return switch (delivery.ending()) {
      case ReplyDelivery.Ending.Whole _ -> {
        send(frames, delivery);
        yield end();
      }
      case ReplyDelivery.Ending.Closed(var reach) -> {
        send(reached(frames, reach), delivery);
        yield end();
      }
      case ReplyDelivery.Ending.Dropped(var reach) -> {
        send(reached(frames, reach), delivery);
        yield false;
      }
      case ReplyDelivery.Ending.Reset(var reach) -> {
        send(reached(frames, reach), delivery);
        socket.setSoLinger(true, 0);
        yield false;
      }
      case ReplyDelivery.Ending.Silent(var reach) -> {
        send(reached(frames, reach), delivery);
        yield listen();
      }
      case ReplyDelivery.Ending.Failed(var reach, var code, var message) -> {
        var said = new ArrayList<>(reached(frames, reach));
        said.add(encoder.broken(code, message));
        send(said, delivery);
        yield end();
      }
      case ReplyDelivery.Ending.Garbled(var reach) -> {
        send(garbled(frames, reach), delivery);
        yield end();
      }
    };
  }

  private static List<StreamFrame> garbled(List<StreamFrame> frames, ReplyDelivery.Reach reach) {
    var said = new ArrayList<>(reached(frames, reach));
    said.add(StreamFrame.body("", "{\"half\": "));
    said.addAll(frames.subList(said.size() - 1, frames.size()));
    return said;
  }

  private static List<StreamFrame> reached(List<StreamFrame> frames, ReplyDelivery.Reach reach) {
    var parts = frames.stream().map(StreamFrame::part).toList();
    return frames.subList(
        0,
        switch (reach) {
          case NOTHING -> 0;
          case FIRST_WORD -> parts.indexOf(StreamFrame.Part.WORD) + 1;
          case ALL_BUT_END -> parts.indexOf(StreamFrame.Part.TAIL);
        });
  }

  private void send(List<StreamFrame> frames, ReplyDelivery delivery) throws IOException {
    var end = "\n";
    if (delivery.has(ReplyDelivery.Noise.CARRIAGE_RETURNS)) {
      end = "\r\n";
    } else if (delivery.has(ReplyDelivery.Noise.CARRIAGE_RETURNS_ONLY)) {
      end = "\r";
    }
    if (delivery.has(ReplyDelivery.Noise.COMMENTS)) {
      chunk("\uFEFF: hello" + end + end, delivery);
    }
    for (var frame : frames) {
      var text = frame.text(end);
      chunk(text, delivery);
      if (delivery.has(ReplyDelivery.Noise.COMMENTS)) {
        chunk(": still here" + end + "id: 7" + end + "retry: 10" + end + end, delivery);
      }
      if (delivery.has(ReplyDelivery.Noise.UNKNOWN_EVENTS)) {
        chunk(encoder.unknown().text(end), delivery);
      }
      boolean isAtEnd =
          frame.part() == StreamFrame.Part.HEAD || frame.part() == StreamFrame.Part.TAIL;
      if (delivery.has(ReplyDelivery.Noise.REPEATED_ENDS) && isAtEnd) {
        chunk(text, delivery);
      }
    }
  }

  private void chunk(String text, ReplyDelivery delivery) throws IOException {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int from = 0; from < bytes.length; ) {
      int size = Math.min(delivery.pieceSize(), bytes.length - from);
      out.write((Integer.toHexString(size) + LINE).getBytes(StandardCharsets.ISO_8859_1));
      out.write(bytes, from, size);
      out.write(LINE.getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
      from += size;
    }
  }

  private boolean end() throws IOException {
    out.write(("0" + LINE + LINE).getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
    return true;
  }

  /// Sends nothing until the client closes the connection.
  private boolean listen() throws IOException {
    if (in.read() < 0) {
      throw new EOFException("the client hung up while it was waiting");
    }
    return false;
  }
}
