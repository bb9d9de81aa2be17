package dev.drover.mcp.protocol;

import dev.drover.jsonrpc.RpcJson;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.spi.text.VisibleMarks;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A question of a server to a person, and its answer, in the words of the protocol.
public final class ServerQuestion {
  private ServerQuestion() {}

  /// @param params of `elicitation/create`
  /// @throws IllegalArgumentException if a person cannot answer it; says why
  public static ToolQuestion of(JsonNode params, String state) {
    var text = VisibleMarks.of(params.path("message").asString(""));
    if (params.path("mode").asString("form").equals("url")) {
      var url = params.path("url").asString("");
      if (url.isEmpty()) {
        throw new IllegalArgumentException("the question has no address");
      }
      return ToolQuestion.visit(text, url, state);
    }
    var schema = params.path("requestedSchema");
    if (!(schema instanceof ObjectNode) || schema.path("properties").isEmpty()) {
      return ToolQuestion.confirm(text, state);
    }
    var wanted = RpcJson.text(schema);
    try {
      SchemaCheck.of(wanted);
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException("the schema of its form " + refused.getMessage(), refused);
    }
    return ToolQuestion.fields(text, wanted, state);
  }

  /// @param content the JSON object of an accepted answer; empty for none
  public static ObjectNode answer(JsonNode params, QuestionAnswer answer, String content) {
    return switch (answer) {
      case QuestionAnswer.Declined() -> RpcJson.object().put("action", "decline");
      case QuestionAnswer.Dismissed() -> RpcJson.object().put("action", "cancel");
      case QuestionAnswer.Accepted(_) -> accepted(params, content);
    };
  }

  /// Fields that the person left out get the values that the server proposed.
  private static ObjectNode accepted(JsonNode params, String content) {
    var answer = RpcJson.object().put("action", "accept");
    if (params.path("mode").asString("form").equals("url")) {
      return answer;
    }
    var fields =
        !content.isBlank() && RpcJson.parse(content) instanceof ObjectNode given
            ? given
            : RpcJson.object();
    for (var property : params.path("requestedSchema").path("properties").properties()) {
      var proposed = property.getValue().get("default");
      if (proposed != null && !fields.has(property.getKey())) {
        fields.set(property.getKey(), proposed);
      }
    }
    answer.set("content", fields);
    return answer;
  }
}
