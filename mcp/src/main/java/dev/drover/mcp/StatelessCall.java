package dev.drover.mcp;

import dev.drover.jsonrpc.RpcJson;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.mcp.RemoteTool.Reply;
import dev.drover.mcp.protocol.CallContent;
import dev.drover.mcp.protocol.ServerLink;
import dev.drover.mcp.protocol.ServerQuestion;
import dev.drover.spi.tool.ToolInvocation;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A call without a session. If the server needs an answer of a person, it returns its state, which
/// goes into the journal and comes back unchanged with the answers, from this process or another.
///
/// The state of a question is an object: `state`, the server's own, absent if it gave none;
/// `requests`, its questions by key; `responses`, the answers so far; `rounds`, how often it asked.
final class StatelessCall {
  private static final Duration FIRST_POLL = Duration.ofSeconds(2);

  private final RemoteTool tool;
  private final ServerLink link;
  private final ToolInvocation call;

  StatelessCall(RemoteTool tool, ServerLink link, ToolInvocation call) {
    this.tool = tool;
    this.link = link;
    this.call = call;
  }

  ToolAnswer answer() throws InterruptedException {
    var resumption = call.resumption();
    if (resumption.isEmpty()) {
      return send(RpcJson.object().put("rounds", 0));
    }
    var notes = (ObjectNode) RpcJson.parse(resumption.get().state());
    var asked = nextQuestion(notes);
    notes
        .withObject("/responses")
        .set(
            asked,
            ServerQuestion.answer(
                params(notes, asked), resumption.get().answer(), resumption.get().content()));
    return nextQuestion(notes).isEmpty() ? send(notes) : ask(notes);
  }

  /// @param notes with the answers, if there are any
  private ToolAnswer send(ObjectNode notes) throws InterruptedException {
    var params = RpcJson.object().put("name", tool.definition().name());
    var arguments = RemoteTool.arguments(call);
    params.set("arguments", arguments);
    if (notes.has("responses")) {
      params.set("inputResponses", notes.path("responses"));
    }
    if (notes.has("state")) {
      params.set("requestState", notes.path("state"));
    }
    var headers = tool.definition().headers(arguments);
    var reply =
        tool.perform(
            link,
            () ->
                link.request(
                    "tools/call",
                    params,
                    headers,
                    tool.timeout(),
                    progress -> RemoteTool.showProgress(call, progress)));
    return switch (reply) {
      case Reply.Refused refused -> refused.outcome();
      case Reply.Answered(var result) -> understand(result, notes.path("rounds").asInt(0));
    };
  }

  private ToolAnswer understand(JsonNode result, int rounds) throws InterruptedException {
    return switch (result.path("resultType").asString("complete")) {
      case "input_required" -> inputRequired(result, rounds + 1);
      case "task" -> deferral(result);
      default -> CallContent.outcome(result, tool.definition(), call.changes()::store);
    };
  }

  private ToolAnswer inputRequired(JsonNode result, int rounds) throws InterruptedException {
    if (rounds > ToolQuestion.MOST_ROUNDS) {
      return RemoteTool.failed(
          "the server asked %d times and was given up".formatted(ToolQuestion.MOST_ROUNDS));
    }
    var notes = RpcJson.object().put("rounds", rounds);
    if (result.has("requestState")) {
      notes.set("state", result.path("requestState"));
    }
    if (!(result.path("inputRequests") instanceof ObjectNode requests) || requests.isEmpty()) {
      return send(notes);
    }
    for (var each : requests.properties()) {
      var method = each.getValue().path("method").asString("");
      if (!method.equals("elicitation/create")) {
        return RemoteTool.failed(
            "the server asks for '%s', which this client does not offer".formatted(method));
      }
    }
    notes.set("requests", requests);
    return ask(notes);
  }

  private static ToolAnswer ask(ObjectNode notes) {
    return ServerQuestion.of(params(notes, nextQuestion(notes)), RpcJson.text(notes));
  }

  private static JsonNode params(ObjectNode notes, String key) {
    return notes.path("requests").path(key).path("params");
  }

  /// @return empty if all are answered
  private static String nextQuestion(ObjectNode notes) {
    for (var key : notes.path("requests").propertyNames()) {
      if (!notes.path("responses").has(key)) {
        return key;
      }
    }
    return "";
  }

  private static ToolAnswer deferral(JsonNode result) {
    var task = result.path("taskId").asString("");
    if (task.isEmpty() || task.length() > ToolDeferral.Inquiry.MOST_BYTES / 4) {
      return RemoteTool.failed("the server began a task and gave it no usable id");
    }
    long poll = result.path("pollIntervalMs").asLong(FIRST_POLL.toMillis());
    return new ToolDeferral(null, ToolDeferral.Slot.FREED)
        .asking(task, Duration.ofMillis(Math.clamp(poll, 100L, 3_600_000L)));
  }
}
