package dev.drover.mcp.protocol;

import dev.drover.jsonrpc.RpcJson;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Text;
import dev.drover.spi.text.VisibleMarks;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// Turns the result of a call into its outcome: text for the model, and media. Kinds of content
/// that are not known are named and left out.
public final class CallContent {
  private final Function<byte[], BlobId> store;
  private final List<String> texts = new ArrayList<>();
  private final List<Media> media = new ArrayList<>();

  private CallContent(Function<byte[], BlobId> store) {
    this.store = store;
  }

  /// @param store keeps the bytes of media
  public static ToolOutcome outcome(
      JsonNode result, ToolDefinition tool, Function<byte[], BlobId> store) {
    var content = new CallContent(store);
    result.path("content").forEach(content::add);
    var structured = result.path("structuredContent");
    if (content.texts.isEmpty() && !structured.isMissingNode()) {
      content.texts.add(RpcJson.text(structured));
    }
    var text = String.join("\n", content.texts);
    if (result.path("isError").asBoolean(false)) {
      return new ToolOutcome.Failed(
          Text.of(text.isEmpty() ? "the tool failed and does not say why" : text));
    }
    var check = tool.output();
    if (check != null) {
      var fault =
          structured.isMissingNode()
              ? java.util.Optional.of("it is missing")
              : check.fault(RpcJson.text(structured));
      if (fault.isPresent()) {
        return new ToolOutcome.Failed(
            Text.of(
                "the tool ran, but its structured content does not match its own schema: %s"
                    .formatted(fault.get())));
      }
    }
    return new ToolOutcome.Succeeded(Text.of(text), content.media);
  }

  private void add(JsonNode each) {
    switch (each.path("type").asString("")) {
      case "text" -> texts.add(each.path("text").asString(""));
      case "image", "audio" ->
          addMedia(each.path("data").asString(""), each.path("mimeType").asString(""), "");
      case "resource" -> addResource(each.path("resource"));
      case "resource_link" ->
          texts.add(
              "[resource %s: %s]"
                  .formatted(each.path("name").asString(""), each.path("uri").asString("")));
      case String other -> texts.add("[content of the type '%s' was left out]".formatted(other));
    }
  }

  private void addResource(JsonNode resource) {
    var text = resource.path("text");
    if (text.isString()) {
      texts.add(text.asString());
    } else {
      addMedia(
          resource.path("blob").asString(""),
          resource.path("mimeType").asString(""),
          resource.path("uri").asString(""));
    }
  }

  private void addMedia(String data, String type, String name) {
    byte[] bytes;
    try {
      bytes = Base64.getMimeDecoder().decode(data);
    } catch (IllegalArgumentException _) {
      bytes = new byte[0];
    }
    if (bytes.length == 0 || !type.matches("[a-z]+/[A-Za-z0-9.+-]{1,100}")) {
      texts.add("[content of the type '%s' could not be read]".formatted(VisibleMarks.of(type)));
      return;
    }
    media.add(new Media(type, store.apply(bytes), bytes.length, VisibleMarks.of(name)));
  }
}
