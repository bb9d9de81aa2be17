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

/// One connection of a client: reads requests and performs acts. Used by one thread.
final class Connection {
  private static final String LINE = "\r\n";

  private final Socket socket;
  private final Voice voice;
  private final InputStream in;
  private final OutputStream out;

  Connection(Socket socket, Voice voice) throws IOException {
    this.socket = socket;
    this.voice = voice;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  /// @return null if the client has hung up, as it may between requests
  @Nullable WireRequest read(int number) throws IOException {
    var first = line();
    if (first == null) {
      return null;
    }
    var words = first.split(" ", 3);
    var headers = new LinkedHashMap<String, String>();
    for (var line = mustLine(); !line.isEmpty(); line = mustLine()) {
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
        mustLine();
      }
      mustLine();
    } else {
      body.writeBytes(exactly(Integer.parseInt(headers.getOrDefault("content-length", "0"))));
    }
    return body.toString(StandardCharsets.UTF_8);
  }

  private int chunk() throws IOException {
    return Integer.parseInt(mustLine().strip(), 16);
  }

  private byte[] exactly(int size) throws IOException {
    var bytes = in.readNBytes(size);
    if (bytes.length < size) {
      throw new EOFException("the client hung up inside a body");
    }
    return bytes;
  }

  private String mustLine() throws IOException {
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
  boolean perform(Act act) throws IOException {
    return switch (act) {
      case Act.Play(var turn, var delivery) -> play(voice.frames(turn), delivery);
      case Act.Refuse(var status, var code, var message, var headers) -> {
        page(status, "application/json", voice.error(status, code, message), headers);
        yield true;
      }
      case Act.Page(var status, var type, var body) -> {
        page(status, type, body, Map.of());
        yield true;
      }
      case Act.Vanish _ -> false;
      case Act.Silence _ -> listen();
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

  private boolean play(List<Frame> frames, Delivery delivery) throws IOException {
    var head =
        "HTTP/1.1 200 OK%scontent-type: text/event-stream; charset=utf-8%stransfer-encoding: chunked%s%s"
            .formatted(LINE, LINE, LINE, LINE);
    out.write(head.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
    return switch (delivery.ending()) {
      case Delivery.Ending.Whole _ -> {
        send(frames, delivery);
        yield end();
      }
      case Delivery.Ending.Closed(var reach) -> {
        send(reached(frames, reach), delivery);
        yield end();
      }
      case Delivery.Ending.Dropped(var reach) -> {
        send(reached(frames, reach), delivery);
        yield false;
      }
      case Delivery.Ending.Reset(var reach) -> {
        send(reached(frames, reach), delivery);
        socket.setSoLinger(true, 0);
        yield false;
      }
      case Delivery.Ending.Silent(var reach) -> {
        send(reached(frames, reach), delivery);
        yield listen();
      }
      case Delivery.Ending.Failed(var reach, var code, var message) -> {
        var said = new ArrayList<>(reached(frames, reach));
        said.add(voice.broken(code, message));
        send(said, delivery);
        yield end();
      }
      case Delivery.Ending.Garbled(var reach) -> {
        send(garbled(frames, reach), delivery);
        yield end();
      }
    };
  }

  private static List<Frame> garbled(List<Frame> frames, Delivery.Reach reach) {
    var said = new ArrayList<>(reached(frames, reach));
    said.add(Frame.body("", "{\"half\": "));
    said.addAll(frames.subList(said.size() - 1, frames.size()));
    return said;
  }

  private static List<Frame> reached(List<Frame> frames, Delivery.Reach reach) {
    var parts = frames.stream().map(Frame::part).toList();
    return frames.subList(
        0,
        switch (reach) {
          case NOTHING -> 0;
          case FIRST_WORD -> parts.indexOf(Frame.Part.WORD) + 1;
          case ALL_BUT_END -> parts.indexOf(Frame.Part.TAIL);
        });
  }

  private void send(List<Frame> frames, Delivery delivery) throws IOException {
    var end = "\n";
    if (delivery.has(Delivery.Noise.CARRIAGE_RETURNS)) {
      end = "\r\n";
    } else if (delivery.has(Delivery.Noise.CARRIAGE_RETURNS_ONLY)) {
      end = "\r";
    }
    if (delivery.has(Delivery.Noise.COMMENTS)) {
      chunk("\uFEFF: hello" + end + end, delivery);
    }
    for (var frame : frames) {
      var text = frame.text(end);
      chunk(text, delivery);
      if (delivery.has(Delivery.Noise.COMMENTS)) {
        chunk(": still here" + end + "id: 7" + end + "retry: 10" + end + end, delivery);
      }
      if (delivery.has(Delivery.Noise.UNKNOWN_EVENTS)) {
        chunk(voice.unknown().text(end), delivery);
      }
      boolean isAtEnd = frame.part() == Frame.Part.HEAD || frame.part() == Frame.Part.TAIL;
      if (delivery.has(Delivery.Noise.REPEATED_ENDS) && isAtEnd) {
        chunk(text, delivery);
      }
    }
  }

  private void chunk(String text, Delivery delivery) throws IOException {
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

  /// Says nothing until the client hangs up.
  private boolean listen() throws IOException {
    if (in.read() < 0) {
      throw new EOFException("the client hung up while it was waiting");
    }
    return false;
  }
}
