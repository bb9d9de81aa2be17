package dev.drover.testkit.wire;

import static dev.drover.testkit.wire.WireEncoder.quoted;

import java.util.ArrayList;
import java.util.List;

/// OpenAI's Responses protocol.
final class ResponsesWireEncoder implements WireEncoder {
  private static final String RESPONSE =
      """
      {"id":"resp_1","object":"response","created_at":1,"status":%s,"error":%s,"incomplete_details":%s,\
      "instructions":null,"metadata":{},"model":"fake","output":[%s],"parallel_tool_calls":true,"temperature":1,\
      "tool_choice":"auto","tools":[],"top_p":1,"usage":%s}\
      """;

  /// Builds the stream and numbers its events.
  private static final class Script {
    final List<StreamFrame> frames = new ArrayList<>();
    final List<String> items = new ArrayList<>();

    void add(StreamFrame.Part part, String type, String fields) {
      frames.add(
          new StreamFrame(
              part,
              type,
              "{\"type\":\"%s\",\"sequence_number\":%d%s}".formatted(type, frames.size(), fields)));
    }

    void said(String type, String fields) {
      add(type.endsWith(".delta") ? StreamFrame.Part.WORD : StreamFrame.Part.BODY, type, fields);
    }
  }

  @Override
  public List<StreamFrame> frames(WireTurn turn) {
    var script = new Script();
    var begun = RESPONSE.formatted("\"in_progress\"", "null", "null", "", "null");
    script.add(StreamFrame.Part.HEAD, "response.created", ",\"response\":" + begun);
    script.add(StreamFrame.Part.HEAD, "response.in_progress", ",\"response\":" + begun);
    for (int i = 0; i < turn.pieces().size(); i++) {
      switch (turn.pieces().get(i)) {
        case WireTurn.Piece.Text(var text) -> message(script, i, text);
        case WireTurn.Piece.Thought thought -> reasoning(script, i, thought);
        case WireTurn.Piece.Call call -> call(script, i, call);
      }
    }
    script.add(StreamFrame.Part.TAIL, ending(turn), ",\"response\":" + ended(turn, script));
    return script.frames;
  }

  private static void message(Script script, int index, String text) {
    var id = "msg_" + index;
    item(script, "added", index, message(id, "in_progress", ""));
    var at = ",\"item_id\":\"%s\",\"output_index\":%d,\"content_index\":0".formatted(id, index);
    script.said("response.content_part.added", at + ",\"part\":" + part(""));
    for (var word : WireEncoder.words(text)) {
      script.said(
          "response.output_text.delta",
          at + ",\"delta\":%s,\"logprobs\":[]".formatted(quoted(word)));
    }
    script.said(
        "response.output_text.done", at + ",\"text\":%s,\"logprobs\":[]".formatted(quoted(text)));
    script.said("response.content_part.done", at + ",\"part\":" + part(text));
    var whole = message(id, "completed", part(text));
    item(script, "done", index, whole);
    script.items.add(whole);
  }

  private static String message(String id, String status, String content) {
    return """
    {"id":"%s","type":"message","status":"%s","role":"assistant","content":[%s]}\
    """
        .formatted(id, status, content);
  }

  private static String part(String text) {
    return "{\"type\":\"output_text\",\"text\":%s,\"annotations\":[]}".formatted(quoted(text));
  }

  private static void reasoning(Script script, int index, WireTurn.Piece.Thought thought) {
    var id = "rs_" + index;
    item(script, "added", index, reasoning(id, "", ""));
    var at = ",\"item_id\":\"%s\",\"output_index\":%d,\"summary_index\":0".formatted(id, index);
    var empty = "{\"type\":\"summary_text\",\"text\":\"\"}";
    script.said("response.reasoning_summary_part.added", at + ",\"part\":" + empty);
    for (var word : WireEncoder.words(thought.text())) {
      script.said("response.reasoning_summary_text.delta", at + ",\"delta\":" + quoted(word));
    }
    var summary = "{\"type\":\"summary_text\",\"text\":%s}".formatted(quoted(thought.text()));
    script.said("response.reasoning_summary_text.done", at + ",\"text\":" + quoted(thought.text()));
    script.said("response.reasoning_summary_part.done", at + ",\"part\":" + summary);
    var whole = reasoning(id, summary, thought.seal());
    item(script, "done", index, whole);
    script.items.add(whole);
  }

  private static String reasoning(String id, String summary, String seal) {
    return """
    {"id":"%s","type":"reasoning","summary":[%s]%s}\
    """
        .formatted(id, summary, seal.isEmpty() ? "" : ",\"encrypted_content\":" + quoted(seal));
  }

  private static void call(Script script, int index, WireTurn.Piece.Call call) {
    var id = "fc_" + index;
    item(script, "added", index, call(id, call, "", "in_progress"));
    var at = ",\"item_id\":\"%s\",\"output_index\":%d".formatted(id, index);
    for (var chunk : WireEncoder.smallChunks(call.arguments())) {
      script.said("response.function_call_arguments.delta", at + ",\"delta\":" + quoted(chunk));
    }
    script.said(
        "response.function_call_arguments.done",
        at
            + ",\"name\":%s,\"arguments\":%s"
                .formatted(quoted(call.tool()), quoted(call.arguments())));
    var whole = call(id, call, call.arguments(), "completed");
    item(script, "done", index, whole);
    script.items.add(whole);
  }

  private static String call(String id, WireTurn.Piece.Call call, String arguments, String status) {
    return """
    {"id":"%s","type":"function_call","status":"%s","call_id":%s,"name":%s,"arguments":%s}\
    """
        .formatted(id, status, quoted(call.id()), quoted(call.tool()), quoted(arguments));
  }

  private static void item(Script script, String what, int index, String item) {
    script.said(
        "response.output_item." + what, ",\"output_index\":%d,\"item\":%s".formatted(index, item));
  }

  private static String ending(WireTurn turn) {
    return switch (turn.stop()) {
      case DONE, CALLS -> "response.completed";
      case LENGTH, REFUSED -> "response.incomplete";
    };
  }

  private static String ended(WireTurn turn, Script script) {
    var usage = turn.usage();
    var counts =
        """
        {"input_tokens":%d,"input_tokens_details":{"cached_tokens":%d,"cache_write_tokens":%d},"output_tokens":%d,\
        "output_tokens_details":{"reasoning_tokens":%d},"total_tokens":%d}\
        """
            .formatted(
                usage.input() + usage.cacheRead() + usage.cacheWrite(),
                usage.cacheRead(),
                usage.cacheWrite(),
                usage.output(),
                usage.reasoning(),
                usage.total());
    var items = String.join(",", script.items);
    return switch (turn.stop()) {
      case DONE, CALLS -> RESPONSE.formatted("\"completed\"", "null", "null", items, counts);
      case LENGTH -> incomplete("max_output_tokens", items, counts);
      case REFUSED -> incomplete("content_filter", items, counts);
    };
  }

  private static String incomplete(String why, String items, String counts) {
    return RESPONSE.formatted(
        "\"incomplete\"", "null", "{\"reason\":\"%s\"}".formatted(why), items, counts);
  }

  @Override
  public String error(int status, String code, String message) {
    return """
    {"error":{"message":%s,"type":"invalid_request_error","param":null,"code":%s}}\
    """
        .formatted(quoted(message), quoted(code));
  }

  @Override
  public StreamFrame broken(String code, String message) {
    var error = "{\"code\":%s,\"message\":%s}".formatted(quoted(code), quoted(message));
    return StreamFrame.body(
        "response.failed",
        "{\"type\":\"response.failed\",\"sequence_number\":999,\"response\":%s}"
            .formatted(RESPONSE.formatted("\"failed\"", error, "null", "", "null")));
  }

  @Override
  public StreamFrame unknown() {
    return StreamFrame.body("response.weather", "{\"type\":\"response.weather\",\"wind\":[1,2]}");
  }
}
