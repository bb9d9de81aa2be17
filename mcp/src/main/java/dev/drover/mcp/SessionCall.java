package dev.drover.mcp;

import dev.drover.jsonrpc.RpcException;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.mcp.LiveCall.News;
import dev.drover.mcp.RemoteTool.Reply;
import dev.drover.mcp.protocol.CallContent;
import dev.drover.mcp.protocol.ServerLink;
import dev.drover.mcp.protocol.ServerQuestion;
import dev.drover.spi.tool.ToolInvocation;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A call with a session. A question of the server waits on the open connection: it can be answered
/// as long as the connection, this process and the total time limit of the call last. After that
/// the outcome is unknown.
///
/// The state of a question is an object: `live`, the key of the waiting call, with `params`, its
/// question; or `retry`, if the call was refused until a person has visited an address.
final class SessionCall {
  private static final int ADDRESS_REQUIRED = -32042;

  private final RemoteTool tool;
  private final ServerLink link;
  private final ToolInvocation call;

  SessionCall(RemoteTool tool, ServerLink link, ToolInvocation call) {
    this.tool = tool;
    this.link = link;
    this.call = call;
  }

  ToolAnswer answer() throws InterruptedException {
    var resumption = call.resumption();
    if (resumption.isEmpty()) {
      return begin();
    }
    var notes = RpcJson.parse(resumption.get().state());
    var given = resumption.get().answer();
    if (notes.has("retry")) {
      return given instanceof QuestionAnswer.Accepted
          ? begin()
          : RemoteTool.failed("the person did not visit the address that the server requires");
    }
    var live = tool.connection().liveCalls().unpark(notes.path("live").asString(""));
    var reply = ServerQuestion.answer(notes.path("params"), given, resumption.get().content());
    if (live == null) {
      return lost();
    }
    live.showProgressTo(this::show);
    if (!live.answer(reply)) {
      tool.connection().liveCalls().remove(live);
      return lost();
    }
    return await(live);
  }

  private static ToolOutcome lost() {
    return new ToolOutcome.Unknown(
        "the server waited for the answer on a connection that has ended since");
  }

  private ToolAnswer begin() throws InterruptedException {
    var params = RpcJson.object().put("name", tool.definition().name());
    params.set("arguments", RemoteTool.arguments(call));
    var live = LiveCall.of(progress -> send(params, progress), this::show);
    // Before the start, since the server may ask at once.
    tool.connection().liveCalls().add(live);
    live.start();
    return await(live);
  }

  private JsonNode send(ObjectNode params, Consumer<JsonNode> progress)
      throws IOException, RpcException, InterruptedException {
    return link.request("tools/call", params, Map.of(), tool.timeout(), progress);
  }

  private void show(JsonNode progress) {
    RemoteTool.showProgress(call, progress);
  }

  private ToolAnswer await(LiveCall live) throws InterruptedException {
    var news = live.await();
    return switch (news) {
      case News.Asked(var params) -> question(live, params);
      case News.Ended ended -> {
        tool.connection().liveCalls().remove(live);
        yield understand(ended);
      }
    };
  }

  private ToolAnswer question(LiveCall live, JsonNode params) {
    var key = tool.connection().liveCalls().park(live);
    if (key == null) {
      live.cancel();
      return RemoteTool.failed("too many calls of this server wait for a person");
    }
    var notes = RpcJson.object().put("live", key);
    notes.set("params", params);
    try {
      var question = ServerQuestion.of(params, RpcJson.text(notes));
      keepAlive(key);
      return question;
    } catch (IllegalArgumentException unanswerable) {
      tool.connection().liveCalls().unpark(key);
      live.cancel();
      throw unanswerable;
    }
  }

  /// The time that a person takes does not count as silence of the server.
  private void keepAlive(String key) {
    var pause = tool.connection().server().callTimeout().dividedBy(3);
    Thread.ofVirtual().name("mcp-question").start(() -> extendWhileWaiting(key, pause));
  }

  private void extendWhileWaiting(String key, Duration pause) {
    var time = tool.connection().time();
    try {
      while (tool.connection().liveCalls().isWaiting(key)) {
        link.extendOpen();
        time.sleepUntil(time.now().plus(pause));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private ToolAnswer understand(News.Ended ended) throws InterruptedException {
    var reply = tool.perform(link, once(ended));
    return switch (reply) {
      case Reply.Answered(var result) ->
          CallContent.outcome(result, tool.definition(), call.changes()::store);
      case Reply.Refused(var outcome, var error) -> {
        var data = error == null ? null : error.error().data();
        yield error != null && error.error().code() == ADDRESS_REQUIRED && data != null
            ? visit(data)
            : outcome;
      }
    };
  }

  /// The first time what has already happened, after that a request of its own.
  private RemoteTool.Exchange once(News.Ended ended) {
    var first = new AtomicReference<News.@Nullable Ended>(ended);
    return () -> {
      var before = first.getAndSet(null);
      if (before == null) {
        var params = RpcJson.object().put("name", tool.definition().name());
        params.set("arguments", RemoteTool.arguments(call));
        return send(params, this::show);
      }
      return switch (before.failure()) {
        case null -> before.result() == null ? RpcJson.object() : before.result();
        case IOException failed -> throw failed;
        case RpcException failed -> throw failed;
        case InterruptedException _ ->
            throw new IOException("the connection ended during the call");
        case Exception failed -> throw new IllegalStateException(failed);
      };
    };
  }

  private static ToolAnswer visit(JsonNode data) {
    var wanted = data.path("elicitations").path(0);
    return ServerQuestion.of(wanted, RpcJson.text(RpcJson.object().put("retry", true)));
  }
}
