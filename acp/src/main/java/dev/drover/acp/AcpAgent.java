package dev.drover.acp;

import dev.drover.jsonrpc.RpcLimits;
import dev.drover.jsonrpc.RpcLineReader;
import dev.drover.jsonrpc.RpcLineWriter;
import dev.drover.jsonrpc.RpcPeer;
import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/// Serves one editor with the Agent Client Protocol, version 1.
public final class AcpAgent {
  /// An image of ten megabytes, in base64, and what is around it.
  private static final int LONGEST_LINE = 64 << 20;

  private static final Duration RELEASE = Duration.ofMillis(800);

  private AcpAgent() {}

  /// Reads messages, one a line, until the input ends; nothing else is written to the output. Runs
  /// that are in progress then stay unfinished, and continue when their sessions are opened again.
  ///
  /// @return why it ended
  public static String serve(EditorHost host, InputStream in, OutputStream out) {
    var channel = new AnswerChannel(new RpcLineWriter(out, () -> {}));
    var connection = new AcpConnection(host, channel);
    var peer = new RpcPeer(channel, connection, host.time(), RpcLimits.SERVER);
    var why = readAll(new RpcLineReader(in, LONGEST_LINE), connection, peer);
    connection.noteEnd();
    peer.close(why);
    connection.releaseAll(RELEASE);
    return why;
  }

  private static String readAll(RpcLineReader lines, AcpConnection connection, RpcPeer peer) {
    try {
      for (var next = lines.next(); next != null; next = lines.next()) {
        connection.announce(next);
        peer.receive(next);
      }
      return "the editor closed the connection";
    } catch (IOException broken) {
      return "the connection broke: " + IoErrors.describe(broken);
    }
  }
}
