package dev.drover.acp.wire;

import dev.drover.Attachment;
import dev.drover.jsonrpc.RpcErrorException;
import dev.drover.spi.Bytes;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Reads the content blocks of a prompt. Mentions become links in the text, at their places, with
/// paths as the tools understand them; what comes with a mention becomes an attachment.
///
/// Belongs to one thread.
public final class PromptReader {
  private final Path workspace;
  private final StringBuilder text = new StringBuilder();
  private final List<Attachment> attachments = new ArrayList<>();

  private PromptReader(Path workspace) {
    this.workspace = workspace;
  }

  /// @param text with the mentions in it
  public record ReadPrompt(String text, List<Attachment> attachments) {
    public ReadPrompt {
      attachments = List.copyOf(attachments);
    }
  }

  /// @param workspace of the session
  public static ReadPrompt read(JsonNode blocks, Path workspace) throws RpcErrorException {
    if (!blocks.isArray()) {
      throw AcpParams.invalid("prompt must be a list of content blocks");
    }
    var reader = new PromptReader(workspace);
    for (var block : blocks) {
      reader.add(block);
    }
    if (reader.text.toString().isBlank() && reader.attachments.isEmpty()) {
      throw AcpParams.invalid("the prompt is empty; send a text or an attachment");
    }
    return new ReadPrompt(reader.text.toString(), reader.attachments);
  }

  private void add(JsonNode block) throws RpcErrorException {
    var type = block.path("type").asString("");
    switch (type) {
      case "text" -> text.append(AcpParams.text(block, "text"));
      case "image", "audio" ->
          attachments.add(
              new Attachment(
                  AcpParams.text(block, "mimeType"), decoded(block, "data"), name(block)));
      case "resource_link" -> mention(AcpParams.text(block, "uri"), AcpParams.text(block, "name"));
      case "resource" -> resource(block.path("resource"));
      default ->
          throw AcpParams.invalid(
              "there is no content block of type '%s'; use text, image, audio, resource_link or resource"
                  .formatted(type));
    }
  }

  private String name(JsonNode block) {
    var uri = block.path("uri").asString("");
    return uri.isEmpty() ? "" : place(uri);
  }

  private void resource(JsonNode resource) throws RpcErrorException {
    var uri = AcpParams.text(resource, "uri");
    var place = place(uri);
    mention(uri, place.substring(place.lastIndexOf('/') + 1));
    if (resource.path("text").isString()) {
      var content = resource.path("text").asString();
      if (!content.isEmpty()) {
        attachments.add(new Attachment("text/plain", Bytes.of(content), place));
      }
      return;
    }
    var type = resource.path("mimeType").asString("application/octet-stream");
    attachments.add(new Attachment(type, decoded(resource, "blob"), place));
  }

  private void mention(String uri, String name) {
    text.append("[@").append(name).append("](").append(place(uri)).append(')');
  }

  /// A file inside the workspace by its relative path, another file by its path, everything else by
  /// its address. A part of a file, as in `#L10:20`, stays.
  private String place(String uri) {
    try {
      var address = URI.create(uri);
      if (!"file".equalsIgnoreCase(address.getScheme()) || address.getPath() == null) {
        return uri;
      }
      var file = Path.of(address.getPath()).normalize();
      var path = file.startsWith(workspace) ? workspace.relativize(file) : file;
      var part = address.getFragment();
      return path + (part == null ? "" : "#" + part);
    } catch (IllegalArgumentException malformed) {
      return uri;
    }
  }

  private static Bytes decoded(JsonNode block, String field) throws RpcErrorException {
    var encoded = AcpParams.text(block, field).getBytes(StandardCharsets.US_ASCII);
    try {
      return Bytes.of(Base64.getDecoder().decode(encoded));
    } catch (IllegalArgumentException malformed) {
      throw AcpParams.invalid(field + " is not base64; nothing was sent");
    }
  }
}
