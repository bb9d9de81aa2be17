package dev.drover.mcp.transport;

import dev.drover.jsonrpc.RpcCall;
import dev.drover.jsonrpc.RpcClosedException;
import dev.drover.jsonrpc.RpcException;
import dev.drover.jsonrpc.RpcHandler;
import dev.drover.jsonrpc.RpcId;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.jsonrpc.RpcLimits;
import dev.drover.jsonrpc.RpcLineReader;
import dev.drover.jsonrpc.RpcLineWriter;
import dev.drover.jsonrpc.RpcMessage;
import dev.drover.jsonrpc.RpcPeer;
import dev.drover.jsonrpc.RpcRequestContext;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.time.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A server that is a program of this machine, which speaks the protocol on its standard streams.
public final class StdioWire implements ServerWire {
  private final ServerProcess process;
  private final WireListener listener;
  private final RpcPeer peer;
  private final Thread reader;
  private final Map<RpcId, Consumer<JsonNode>> progress = new ConcurrentHashMap<>();
  private volatile boolean closed;

  private StdioWire(ServerProcess process, WireListener listener, Time time) {
    this.process = process;
    this.listener = listener;
    var writer = new RpcLineWriter(process.input(), process::kill);
    this.peer = new RpcPeer(writer, new Handler(), time, RpcLimits.CLIENT);
    this.reader =
        Thread.ofPlatform()
            .daemon()
            .name("mcp-stdout-" + process.command())
            .unstarted(this::readAll);
  }

  /// @throws IOException if the program cannot be started
  public static StdioWire start(
      McpServer.Transport.Stdio server, Path workspace, WireListener listener, Time time)
      throws IOException {
    var wire = new StdioWire(ServerProcess.start(server, workspace), listener, time);
    wire.reader.start();
    return wire;
  }

  private void readAll() {
    peer.readAll(
        new RpcLineReader(process.output(), RpcLineReader.DEFAULT_LIMIT), process::obituary);
  }

  @Override
  public JsonNode request(ServerRequest request)
      throws IOException, RpcException, InterruptedException {
    var id = peer.nextId();
    var params = request.params();
    if (request.progress() != null) {
      params = params.deepCopy();
      params.withObject("/_meta").set("progressToken", id.json());
      progress.put(id, request.progress());
    }
    try {
      return peer.start(id, request.method(), params, request.timeout()).await();
    } catch (RpcClosedException ended) {
      throw new RpcClosedException(ended.getMessage() + (closed ? "" : why(ended)), ended.sent());
    } finally {
      progress.remove(id);
    }
  }

  /// A request that cannot be written has met a program that is about to end.
  private String why(RpcClosedException ended) {
    return switch (ended.sent()) {
      case PERHAPS -> process.lastWords();
      case NO -> "; " + process.obituary();
    };
  }

  @Override
  public void notify(String method, ObjectNode params) throws IOException {
    peer.notify(method, params);
  }

  @Override
  public void agreeOn(String version, WireEra era) {
    // The streams belong to one conversation, which needs no reminder.
  }

  @Override
  public void extendOpen() {
    peer.extendCalls();
  }

  /// With sessions, everything comes on the one stream.
  @Override
  public void listen(@Nullable ServerRequest subscription) {
    if (subscription != null) {
      Thread.ofVirtual().name("mcp-listen").start(() -> subscribe(subscription));
    }
  }

  private void subscribe(ServerRequest subscription) {
    try {
      request(subscription);
    } catch (IOException | RpcException _) {
      // The server does not support it, or has ended it: the tools are still there.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed = true;
    process.stop();
    peer.close("the connection was closed");
    try {
      reader.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Handler implements RpcHandler {
    @Override
    public JsonNode request(RpcRequestContext request) throws Exception {
      return listener.request(request.method(), request.params(), null);
    }

    @Override
    public void notification(RpcMessage.Notification notification) {
      JsonNode params = notification.params() == null ? RpcJson.object() : notification.params();
      switch (notification.method()) {
        case "notifications/progress" -> {
          var id = RpcId.of(params.path("progressToken"));
          var call = id.map(peer::openCall).orElse(null);
          var shown = id.map(progress::get).orElse(null);
          if (call != null && shown != null) {
            call.extend();
            shown.accept(params);
          }
        }
        case "notifications/cancelled" ->
            RpcId.of(params.path("requestId")).ifPresent(id -> peer.cancelRequest(id, null));
        default -> listener.notification(notification.method(), params);
      }
    }

    @Override
    public void abandoned(RpcPeer of, RpcCall call, String why) {
      if (call.request().method().equals("initialize")) {
        return;
      }
      var params = RpcJson.object();
      params.set("requestId", call.id().json());
      params.put("reason", why);
      try {
        of.notify("notifications/cancelled", params);
      } catch (IOException _) {
        // The reader notices.
      }
    }

    @Override
    public void problem(String what, @Nullable Throwable cause) {
      listener.problem(cause == null ? what : what + ": " + cause);
    }

    @Override
    public void closed(String why) {
      if (!closed) {
        listener.lost(why);
      }
    }
  }
}
