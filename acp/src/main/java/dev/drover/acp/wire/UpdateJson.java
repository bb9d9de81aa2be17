package dev.drover.acp.wire;

import dev.drover.acp.update.EditorCallContent;
import dev.drover.acp.update.EditorCallView;
import dev.drover.acp.update.EditorUpdate;
import dev.drover.jsonrpc.RpcJson;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes updates as the `update` of a `session/update`.
///
/// @param client what the editor can show
public record UpdateJson(ClientFeatures client) {
  private static final String KIND = "sessionUpdate";
  private static final String MESSAGE = "messageId";
  private static final String CONTENT = "content";

  /// @return empty if the editor cannot show it and it is of little weight
  public Optional<ObjectNode> write(EditorUpdate update) {
    return switch (update) {
      case EditorUpdate.UserPart(var message, var part) ->
          Optional.of(chunk("user_message_chunk", message, block(part)));
      case EditorUpdate.AgentText(var message, var text) ->
          Optional.of(chunk("agent_message_chunk", message, text(text)));
      case EditorUpdate.AgentThought(var message, var text) ->
          Optional.of(chunk("agent_thought_chunk", message, text(text)));
      case EditorUpdate.TextRetracted(var message, var why) -> Optional.of(retracted(message, why));
      case EditorUpdate.CallShown(var call) -> Optional.of(announced(call));
      case EditorUpdate.CallChanged(var call) -> Optional.of(changed(call));
      case EditorUpdate.PlanShown plan -> Optional.of(plan(plan));
      case EditorUpdate.TitleShown(var title, var at) ->
          Optional.of(
              update("session_info_update").put("title", title).put("updatedAt", at.toString()));
      case EditorUpdate.WindowUsed(var used, var window) ->
          Optional.of(update("usage_update").put("used", used).put("size", window));
      case EditorUpdate.PersonNotified notified -> notice(notified);
    };
  }

  private static ObjectNode update(String kind) {
    return RpcJson.object().put(KIND, kind);
  }

  private static ObjectNode chunk(String kind, String message, ObjectNode content) {
    var json = update(kind);
    json.set(CONTENT, content);
    return json.put(MESSAGE, message);
  }

  /// The protocol has no retraction, so the person reads it.
  private static ObjectNode retracted(String message, String why) {
    var words = "\n\n[The text above is void: %s.]\n\n".formatted(why);
    var json = chunk("agent_message_chunk", message, text(words));
    json.set("_meta", RpcJson.object().put("drover/retracts", message));
    return json;
  }

  private Optional<ObjectNode> notice(EditorUpdate.PersonNotified notified) {
    if (client.showsNotices()) {
      var json = update("notice");
      json.put("severity", notified.severity().name().toLowerCase(Locale.ROOT));
      json.put("title", notified.title());
      return Optional.of(
          notified.detail().isEmpty() ? json : json.put("description", notified.detail()));
    }
    return switch (notified.severity()) {
      case INFO -> Optional.empty();
      case WARNING, ERROR -> {
        var detail = notified.detail().isEmpty() ? "" : ": " + notified.detail();
        var words = "\n\n[%s%s]\n\n".formatted(notified.title(), detail);
        var json = update("agent_message_chunk");
        json.set(CONTENT, text(words));
        yield Optional.of(json);
      }
    };
  }

  private static ObjectNode announced(EditorCallView call) {
    var json = describe(update("tool_call"), call);
    return addState(json, call);
  }

  private static ObjectNode changed(EditorCallView call) {
    return addState(update("tool_call_update").put("toolCallId", call.id()), call);
  }

  /// A call as a permission request shows it: complete, because it may be the first that the editor
  /// sees of it.
  ///
  /// @param content what is approved, whole
  public static ObjectNode asked(EditorCallView call, List<EditorCallContent> content) {
    var json = describe(RpcJson.object(), call);
    json.put("status", "pending");
    json.set(CONTENT, contents(content));
    json.set("locations", locations(call));
    return json;
  }

  private static ObjectNode describe(ObjectNode json, EditorCallView call) {
    json.put("toolCallId", call.id());
    json.put("title", call.description().title());
    json.put("name", call.tool());
    json.put("kind", call.description().kind().name().toLowerCase(Locale.ROOT));
    try {
      json.set("rawInput", RpcJson.parse(call.arguments()));
    } catch (JacksonException malformed) {
      json.put("rawInput", call.arguments());
    }
    return json;
  }

  private static ObjectNode addState(ObjectNode json, EditorCallView call) {
    json.put("status", call.status().name().toLowerCase(Locale.ROOT));
    if (!call.content().isEmpty()) {
      json.set(CONTENT, contents(call.content()));
    }
    if (!call.locations().isEmpty()) {
      json.set("locations", locations(call));
    }
    return json;
  }

  private static ArrayNode locations(EditorCallView call) {
    var all = RpcJson.array();
    for (var location : call.locations()) {
      var json = all.addObject().put("path", location.path());
      if (location.line() != null) {
        json.put("line", location.line());
      }
    }
    return all;
  }

  private static ArrayNode contents(List<EditorCallContent> contents) {
    var all = RpcJson.array();
    for (var each : contents) {
      if (each instanceof EditorCallContent.FileDiff(var path, var before, var after)) {
        var json = all.addObject().put("type", "diff").put("path", path);
        if (before != null) {
          json.put("oldText", before);
        }
        json.put("newText", after);
      } else {
        all.addObject().put("type", CONTENT).set(CONTENT, block(each));
      }
    }
    return all;
  }

  private static ObjectNode block(EditorCallContent content) {
    return switch (content) {
      case EditorCallContent.PlainText(var text) -> text(text);
      case EditorCallContent.CodeText(var text, var language) -> text(fenced(text, language));
      case EditorCallContent.MediaData(var type, var data) ->
          RpcJson.object()
              .put("type", type.startsWith("audio/") ? "audio" : "image")
              .put("data", Base64.getEncoder().encodeToString(data.array()))
              .put("mimeType", type);
      case EditorCallContent.NamedFile(var name, var type, var bytes) ->
          text("[%s, %s, %,d bytes]".formatted(name.isEmpty() ? "a file" : name, type, bytes));
      case EditorCallContent.FileDiff(var path, _, _) -> text(path);
    };
  }

  private static ObjectNode text(String text) {
    return RpcJson.object().put("type", "text").put("text", text);
  }

  /// A fence that is longer than any in the text: nothing in it can end it.
  private static String fenced(String text, String language) {
    int longest = 2;
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      run = text.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    var fence = "`".repeat(longest + 1);
    return fence + language + "\n" + text + (text.endsWith("\n") ? "" : "\n") + fence;
  }

  private static ObjectNode plan(EditorUpdate.PlanShown plan) {
    var json = update("plan");
    var entries = json.putArray("entries");
    for (var item : plan.items()) {
      entries
          .addObject()
          .put("content", item.text())
          .put("priority", "medium")
          .put(
              "status",
              switch (item.status()) {
                case OPEN -> "pending";
                case DOING -> "in_progress";
                case DONE -> "completed";
              });
    }
    return json;
  }
}
