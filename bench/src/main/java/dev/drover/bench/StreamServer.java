package dev.drover.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/// A provider that speaks Chat Completions and sends the same long reply to every request, each
/// delta in a chunk and a write of its own, as providers do. A separate program, so that its cost
/// is not counted as the client's.
///
/// Arguments: deltas per reply, and microseconds between two deltas, 0 for none. It prints its port
/// on a line, and ends when its input does.
///
/// Deltas without a pause are words, built in advance. Paced deltas contain their send time: the
/// value of [System#nanoTime] just before they are written. On Linux that is the monotonic clock of
/// the machine, the same for every process, so a reader can compute the age of a delta.
public final class StreamServer {
  private static final String LINE = "\r\n";
  private static final int BACKLOG = 1_024;
  private static final byte[] HEAD =
      ascii(
          "HTTP/1.1 200 OK"
              + LINE
              + "content-type: text/event-stream"
              + LINE
              + "transfer-encoding: chunked"
              + LINE
              + LINE);
  private static final byte[] TAIL =
      ascii(
          chunk("{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}", "")
              + chunk("", ",\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":2000}")
              + framed("data: [DONE]\n\n")
              + "0"
              + LINE
              + LINE);
  private static final String[] WORDS =
      "It was said that one dog keeps more sheep together than three men who shout at them. "
          .split("(?<= )", -1);

  private final ServerSocket server;
  private final int deltas;
  private final @Nullable StreamPacer pacer;
  private final byte[][] words;

  private StreamServer(ServerSocket server, int deltas, @Nullable StreamPacer pacer) {
    this.server = server;
    this.deltas = deltas;
    this.pacer = pacer;
    this.words = new byte[WORDS.length - 1][];
    for (int i = 0; i < words.length; i++) {
      words[i] = ascii(delta(WORDS[i]));
    }
  }

  public static void main(String[] args) throws IOException {
    var socket = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    var server = new StreamServer(socket, Integer.parseInt(args[0]), pacer(args[1]));
    Thread.ofVirtual().start(server::listen);
    System.out.println(socket.getLocalPort());
    while (System.in.read() >= 0) {
      // The input is only read to detect its end.
    }
    System.exit(0);
  }

  private static @Nullable StreamPacer pacer(String pauseMicros) {
    long micros = Long.parseLong(pauseMicros);
    if (micros == 0) {
      return null;
    }
    var pacer = new StreamPacer(micros * 1_000, new StampedDelta(delta(StampedDelta.PLACE + " ")));
    pacer.start();
    return pacer;
  }

  /// The whole reply to a request without pauses.
  static String reply(int deltas) {
    var reply = new StringBuilder();
    for (int i = 0; i < deltas; i++) {
      reply.append(WORDS[i % (WORDS.length - 1)]);
    }
    return reply.toString();
  }

  private void listen() {
    try {
      while (true) {
        var socket = server.accept();
        socket.setTcpNoDelay(true);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException closed) {
      throw new IllegalStateException("nobody closes it but the end of the program", closed);
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      var in = new BufferedInputStream(socket.getInputStream());
      while (skipRequest(in)) {
        var out = socket.getOutputStream();
        out.write(HEAD);
        if (pacer == null) {
          for (int i = 0; i < deltas; i++) {
            out.write(words[i % words.length]);
          }
        } else {
          pacer.send(out, deltas);
        }
        out.write(TAIL);
      }
    } catch (IOException gone) {
      // The client has disconnected.
    } catch (InterruptedException stop) {
      throw new IllegalStateException("nobody interrupts it", stop);
    }
  }

  /// @return false if there is no further request
  private static boolean skipRequest(InputStream in) throws IOException {
    long length = 0;
    var line = line(in);
    while (line != null && !line.isEmpty()) {
      if (line.regionMatches(true, 0, "content-length:", 0, "content-length:".length())) {
        length = Long.parseLong(line.substring(line.indexOf(':') + 1).strip());
      }
      line = line(in);
    }
    in.skipNBytes(length);
    return line != null;
  }

  private static @Nullable String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        return null;
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  private static String delta(String text) {
    return chunk(
        "{\"index\":0,\"delta\":{\"content\":\"%s\"},\"finish_reason\":null}".formatted(text), "");
  }

  private static String chunk(String choice, String more) {
    return framed(
        "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"fake\",\"choices\":[%s]%s}\n\n"
            .formatted(choice, more));
  }

  private static String framed(String event) {
    return Integer.toHexString(event.length()) + LINE + event + LINE;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }
}
