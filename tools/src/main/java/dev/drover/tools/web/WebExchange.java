package dev.drover.tools.web;

import dev.drover.spi.Bytes;
import dev.drover.tools.workspace.ToolRefusal;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLSocket;

/// One request and its response over a connection of its own.
///
/// The name is resolved once, all its addresses are checked, and the connection goes to a checked
/// address, not to the name again: a name that resolves differently the second time has no effect.
/// The client of the JDK is not used because it resolves names itself.
final class WebExchange {
  private static final int MAX_HEAD = 64 * 1024;
  private static final String AGENT = "drover-fetch/1";

  private final WebAddress target;
  private final WebOptions options;

  WebExchange(WebAddress target, WebOptions options) {
    this.target = target;
    this.options = options;
  }

  /// @param headers by their names in lower case
  /// @param cut whether the body was truncated
  record Answer(int status, Map<String, String> headers, Bytes body, boolean cut) {
    String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  Answer run() throws ToolRefusal, IOException {
    try (var socket = connect(address())) {
      send(socket);
      var in = new BufferedInputStream(socket.getInputStream());
      var status = status(line(in, MAX_HEAD));
      var headers = headers(in);
      var body = new ByteArrayOutputStream();
      boolean cut = !hasNoBody(status) && readBody(in, headers, body);
      return new Answer(status, headers, Bytes.of(body.toByteArray()), cut);
    }
  }

  private InetAddress address() throws ToolRefusal, IOException {
    List<InetAddress> addresses;
    try {
      addresses = options.resolver().resolve(target.bareHost());
    } catch (UnknownHostException unknown) {
      throw new ToolRefusal(
          "There is no host '%s', or there is no network. Check the name."
              .formatted(target.host()));
    }
    for (var address : addresses) {
      if (!options.reachable().test(address)) {
        throw new ToolRefusal(
            "'%s' is not on the public internet (%s), and only that is fetched from."
                .formatted(target.host(), address.getHostAddress()));
      }
    }
    return addresses.getFirst();
  }

  private Socket connect(InetAddress address) throws IOException {
    int millis = Math.toIntExact(options.timeout().toMillis());
    var plain = new Socket();
    try {
      plain.connect(new InetSocketAddress(address, target.port()), millis);
      plain.setSoTimeout(millis);
      return target.scheme().equals("https") ? secured(plain) : plain;
    } catch (IOException failed) {
      plain.close();
      throw failed;
    }
  }

  private Socket secured(Socket plain) throws IOException {
    var tls = (SSLSocket) options.tls().createSocket(plain, target.bareHost(), target.port(), true);
    var parameters = tls.getSSLParameters();
    // Without this, a certificate for any host would be accepted.
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    tls.setSSLParameters(parameters);
    tls.startHandshake();
    return tls;
  }

  private void send(Socket socket) throws IOException {
    var request =
        "GET %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: %s\r\n"
                .formatted(target.path(), target.authority(), AGENT)
            + "Accept: text/html, text/*, application/json, application/xml;q=0.9, */*;q=0.1\r\n"
            + "Accept-Encoding: identity\r\nConnection: close\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  private static int status(String line) throws IOException {
    if (!line.matches("HTTP/1\\.[01] [1-5][0-9][0-9]( .*)?")) {
      throw new IOException("the server does not speak HTTP/1.1");
    }
    return Integer.parseInt(line.substring(9, 12));
  }

  private static Map<String, String> headers(InputStream in) throws IOException {
    var headers = new HashMap<String, String>();
    int left = MAX_HEAD;
    for (var line = line(in, left); !line.isEmpty(); line = line(in, left)) {
      left -= line.length();
      int colon = line.indexOf(':');
      if (colon > 0) {
        headers.put(
            line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
            line.substring(colon + 1).strip());
      }
    }
    return headers;
  }

  private static boolean hasNoBody(int status) {
    return status < 200 || status == 204 || status == 304;
  }

  /// @return whether the body was truncated
  private boolean readBody(InputStream in, Map<String, String> headers, ByteArrayOutputStream body)
      throws IOException {
    if (headers
        .getOrDefault("transfer-encoding", "")
        .toLowerCase(Locale.ROOT)
        .endsWith("chunked")) {
      return readChunks(in, body);
    }
    var length = headers.getOrDefault("content-length", "");
    long announced = length.matches("[0-9]{1,18}") ? Long.parseLong(length) : Long.MAX_VALUE;
    long wanted = Math.min(announced, options.mostBytes() + 1L);
    body.writeBytes(in.readNBytes((int) wanted));
    if (announced <= options.mostBytes() && body.size() < announced) {
      throw new IOException("the connection broke after %d bytes".formatted(body.size()));
    }
    return announced > options.mostBytes() && body.size() > options.mostBytes();
  }

  private boolean readChunks(InputStream in, ByteArrayOutputStream body) throws IOException {
    while (true) {
      var head = line(in, MAX_HEAD).split(";", 2)[0].strip();
      if (!head.matches("[0-9A-Fa-f]{1,8}")) {
        throw new IOException("the answer is broken in the middle");
      }
      long size = Long.parseLong(head, 16);
      if (size == 0) {
        return false;
      }
      int room = options.mostBytes() - body.size();
      var chunk = in.readNBytes((int) Math.min(size, room));
      body.writeBytes(chunk);
      if (size > room) {
        return true;
      }
      if (chunk.length < size) {
        throw new IOException("the connection broke after %d bytes".formatted(body.size()));
      }
      line(in, MAX_HEAD);
    }
  }

  private static String line(InputStream in, int most) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0 || line.size() >= most) {
        throw new IOException(b < 0 ? "the connection broke" : "a line of the answer is too long");
      }
      line.write(b);
    }
    var text = line.toString(StandardCharsets.ISO_8859_1);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }
}
