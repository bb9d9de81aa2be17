package dev.drover.mcp.server.agent;

import dev.drover.jsonrpc.RpcJson;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.EffectId;
import dev.drover.mcp.server.protocol.McpRequest;
import dev.drover.spi.model.Delta;
import dev.drover.watch.Notice;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/// Tells the client what a run does, if it wants to hear it. Each notification counts one further;
/// how many there will be is not known. The text of a reply is sent in pieces of some length, so
/// that a fast model does not flood the client.
///
/// Used by one thread.
final class ProgressReporter {
  private static final int PIECE = 200;

  private final McpRequest request;
  private final Map<EffectId, String> tools = new HashMap<>();
  private final StringBuilder text = new StringBuilder();
  private long count;

  ProgressReporter(McpRequest request) {
    this.request = request;
  }

  /// @throws IOException if the client is gone
  void report(Notice notice) throws IOException {
    switch (notice) {
      case Notice.Shown(_, _, _, _, Delta.TextDelta(var piece)) -> {
        text.append(piece);
        if (text.length() >= PIECE) {
          flush();
        }
      }
      case Notice.Happened happened -> {
        flush();
        report(happened.event());
      }
      case Notice.Shown _, Notice.ChildUsage _, Notice.Missed _ -> {}
    }
  }

  private void report(Event event) throws IOException {
    switch (event) {
      case Event.RunAccepted accepted -> send("run %s began".formatted(accepted.run()));
      case Event.ToolsPlanned planned ->
          planned.calls().forEach(call -> tools.put(call.effect(), call.call().tool()));
      case Event.ToolStarted started -> send("tool %s".formatted(name(started.effect())));
      case Event.ToolSettled settled -> send("tool %s has ended".formatted(name(settled.effect())));
      case Event.ApprovalRequested asked ->
          send("tool %s waits for an approval".formatted(asked.tool()));
      case Event.TaskStarted task -> send("a task was given to %s".formatted(task.agent()));
      case Event.ModelFailed failed ->
          send("the model failed and is asked again: " + failed.failure().problem().title());
      case Event.VerificationStarted _ -> send("the required checks are running");
      case Event.VerificationFailed _ -> send("a required check failed");
      case Event.QuestionAsked asked ->
          send("tool %s asks a question".formatted(name(asked.effect())));
      case Event.RunRecovered _ -> send("another process goes on with the run");
      case Event.OfSession _,
          Event.AttemptEnd _,
          Event.OfCall _,
          Event.OfPrompt _,
          Event.DirectCallAccepted _,
          Event.AnswerRejected _,
          Event.BudgetWarned _,
          Event.RunFinished _,
          Event.UndoOrdered _ -> {}
    }
  }

  private String name(EffectId effect) {
    return MarkedText.of(tools.getOrDefault(effect, effect.toString()));
  }

  private void flush() throws IOException {
    if (!text.isEmpty()) {
      var piece = text.toString();
      text.setLength(0);
      send(piece);
    }
  }

  private void send(String message) throws IOException {
    var token = request.progressToken();
    if (token == null) {
      return;
    }
    var params = RpcJson.object();
    params.set("progressToken", token);
    params.put("progress", ++count).put("message", message);
    request.link().notify("notifications/progress", params);
  }
}
