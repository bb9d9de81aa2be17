package dev.drover.mcp.server.agent;

import dev.drover.RunReport;
import dev.drover.jsonrpc.RpcJson;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.mcp.server.protocol.FeatureOutcome;
import dev.drover.spi.store.Catalog.ApprovalRow;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// Results of the tools: a text for the model, and the same as an object for programs.
final class ToolResults {
  private ToolResults() {}

  /// The form of `structuredContent`.
  static ObjectNode schema() {
    var schema = RpcJson.object().put("type", "object");
    var properties = schema.putObject("properties");
    properties.putObject("session").put("type", "string");
    properties.putObject("run").put("type", "string");
    var status = properties.putObject("status").put("type", "string");
    status.putArray("enum").add("completed").add("failed").add("cancelled").add("waiting");
    properties.putObject("text").put("type", "string");
    properties.putObject("problem").put("type", "object");
    properties
        .putObject("waiting_for")
        .put("type", "array")
        .putObject("items")
        .put("type", "string");
    properties.putObject("continued_in").put("type", "string");
    schema.putArray("required").add("session").add("run").add("status").add("text");
    return schema;
  }

  static FeatureOutcome ended(SessionId session, RunReport report) {
    var status = report.status().name().toLowerCase(Locale.ROOT);
    var problem = report.problem().map(failure -> failure.problem());
    var successor = report.nextRun();
    var text =
        switch (report.status()) {
          case COMPLETED ->
              successor
                  .map(
                      next ->
                          "The conversation was handed off and continues in session "
                              + next.session())
                  .orElseGet(() -> report.ending().withNotice(report.text()));
          case FAILED -> problem.map(Problem::toString).orElse("the run failed");
          case CANCELLED -> "the run was cancelled";
          case CREATED, PLANNING, EXECUTING, WAITING, VERIFYING -> "";
        };
    var content = structured(session, report.run(), status, text);
    problem.ifPresent(some -> content.set("problem", json(some)));
    successor.ifPresent(next -> content.put("continued_in", next.session().value()));
    return result(content, report.status() != RunStatus.COMPLETED);
  }

  /// The run goes on when somebody has answered, and can be found again.
  static FeatureOutcome waiting(SessionId session, RunId run, List<ApprovalRow> open) {
    var ids = open.stream().map(row -> row.id().toString()).toList();
    var calls =
        open.stream()
            .map(row -> "%s (%s)".formatted(MarkedText.of(row.tool()), row.id()))
            .collect(Collectors.joining(", "));
    var text =
        "The run waits for a person's approval of: %s. A person answers with 'drover approve ID' or"
                .formatted(calls)
            + " 'drover deny ID'; then call drover_result with session %s.".formatted(session);
    var content = structured(session, run, "waiting", text);
    var waiting = content.putArray("waiting_for");
    ids.forEach(waiting::add);
    return result(content, false);
  }

  private static ObjectNode structured(SessionId session, RunId run, String status, String text) {
    return RpcJson.object()
        .put("session", session.value())
        .put("run", run.toString())
        .put("status", status)
        .put("text", text);
  }

  private static FeatureOutcome result(ObjectNode structured, boolean isError) {
    var result = RpcJson.object();
    var content = result.putArray("content");
    addText(content.addObject(), structured.path("text").asString());
    addText(
        content.addObject(),
        "[session %s, run %s: %s]"
            .formatted(
                structured.path("session").asString(),
                structured.path("run").asString(),
                structured.path("status").asString()));
    result.set("structuredContent", structured);
    return new FeatureOutcome.Complete(result.put("isError", isError));
  }

  /// The call could not be carried out; the model can read why.
  static FeatureOutcome refused(Problem problem) {
    var result = RpcJson.object();
    addText(result.putArray("content").addObject(), problem.toString());
    return new FeatureOutcome.Complete(result.put("isError", true));
  }

  private static void addText(ObjectNode block, String text) {
    block.put("type", "text").put("text", text);
  }

  static ObjectNode json(Problem problem) {
    return RpcJson.object()
        .put("code", problem.code())
        .put("title", problem.title())
        .put("detail", problem.detail())
        .put("remedy", problem.remedy());
  }
}
