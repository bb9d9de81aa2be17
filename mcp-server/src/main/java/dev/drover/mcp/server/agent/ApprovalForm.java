package dev.drover.mcp.server.agent;

import dev.drover.jsonrpc.RpcJson;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ApprovalAnswer.OnDenial;
import dev.drover.kernel.message.ApprovalAnswer.Scope;
import dev.drover.query.SessionQueries;
import dev.drover.spi.store.Catalog.ApprovalRow;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// An approval request as a form for the person at the client, and the answer that comes back.
final class ApprovalForm {
  /// More cannot be shown as a whole, and what is not seen cannot be approved.
  private static final int LONGEST_PREVIEW = 200_000;

  private final SessionQueries queries;

  ApprovalForm(SessionQueries queries) {
    this.queries = queries;
  }

  /// What came back.
  sealed interface Reply {
    record Given(ApprovalAnswer answer) implements Reply {}

    /// The person closed the form: the request stays open, for this client or another.
    record Later() implements Reply {}

    /// There is no answer, or none that can be read.
    record Missing() implements Reply {}
  }

  ObjectNode question(ApprovalRow row) {
    var preview = queries.read(row.preview());
    boolean isWhole = preview.length() <= LONGEST_PREVIEW;
    var form = RpcJson.object().put("method", "elicitation/create");
    var params = form.putObject("params").put("mode", "form").put("message", message(row, preview));
    var schema = params.putObject("requestedSchema").put("type", "object");
    var properties = schema.putObject("properties");
    var decision =
        properties
            .putObject("decision")
            .put("type", "string")
            .put("title", "Decision")
            .put("description", meanings(row, isWhole));
    var values = decision.putArray("enum");
    if (isWhole) {
      values.add("once");
      if (!row.grant().isEmpty()) {
        values.add("session").add("always");
      }
    }
    values.add("no").add("stop");
    properties
        .putObject("reason")
        .put("type", "string")
        .put("title", "Reason")
        .put("description", "why not; the model sees it");
    schema.putArray("required").add("decision");
    return form;
  }

  private static String message(ApprovalRow row, String preview) {
    var text = new StringBuilder();
    text.append("Approve the call of ").append(MarkedText.of(row.tool())).append("?\n");
    text.append("Why it is asked: ").append(MarkedText.of(row.why())).append('\n');
    text.append("Request ").append(row.id()).append("\n\n");
    if (preview.length() <= LONGEST_PREVIEW) {
      return text.append(MarkedText.of(preview)).toString();
    }
    return text.append("It has %d characters, too many to show here. ".formatted(preview.length()))
        .append("To approve it, see it with 'drover approvals %s --full'.".formatted(row.id()))
        .toString();
  }

  private static String meanings(ApprovalRow row, boolean isWhole) {
    var yes =
        row.grant().isEmpty()
            ? "once: yes. "
            : "once: yes, this call. session, always: yes, and add the rule '%s'. "
                .formatted(MarkedText.of(row.grant()));
    return (isWhole ? yes : "") + "no: the call is not made. stop: neither, and the run ends.";
  }

  Reply read(ApprovalRow row, JsonNode response) {
    return switch (response.path("action").asString("")) {
      case "accept" -> accepted(row, response.path("content"));
      case "decline" -> new Reply.Given(new ApprovalAnswer.No("declined", OnDenial.GO_ON));
      case "cancel" -> new Reply.Later();
      default -> new Reply.Missing();
    };
  }

  private static Reply accepted(ApprovalRow row, JsonNode content) {
    var reason = content.path("reason").asString("");
    boolean hasRule = !row.grant().isEmpty();
    return switch (content.path("decision").asString("")) {
      case "once" -> yes(Scope.ONCE);
      case "session" -> hasRule ? yes(Scope.SESSION) : new Reply.Missing();
      case "always" -> hasRule ? yes(Scope.ALWAYS) : new Reply.Missing();
      case "no" -> new Reply.Given(new ApprovalAnswer.No(reason, OnDenial.GO_ON));
      case "stop" -> new Reply.Given(new ApprovalAnswer.No(reason, OnDenial.STOP));
      default -> new Reply.Missing();
    };
  }

  private static Reply yes(Scope scope) {
    return new Reply.Given(new ApprovalAnswer.Yes(scope));
  }
}
