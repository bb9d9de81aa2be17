package dev.drover.mcp;

import dev.drover.spi.Bytes;
import dev.drover.spi.mcp.McpConnection.Prompt;
import dev.drover.spi.mcp.McpConnection.PromptArgument;
import dev.drover.spi.mcp.McpConnection.Resource;
import dev.drover.spi.mcp.McpConnection.ResourceContent;
import dev.drover.spi.text.VisibleMarks;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Prompts and resources of a server, as the port has them. Entries without a name are left out.
final class ServerLists {
  private ServerLists() {}

  static List<Prompt> prompts(List<JsonNode> items) {
    return items.stream()
        .filter(each -> !each.path("name").asString("").isEmpty())
        .map(
            each ->
                new Prompt(
                    each.path("name").asString(),
                    VisibleMarks.of(each.path("description").asString("")),
                    arguments(each.path("arguments"))))
        .toList();
  }

  private static List<PromptArgument> arguments(JsonNode list) {
    var all = new ArrayList<PromptArgument>();
    for (var each : list) {
      if (!each.path("name").asString("").isEmpty()) {
        all.add(
            new PromptArgument(
                each.path("name").asString(),
                VisibleMarks.of(each.path("description").asString("")),
                each.path("required").asBoolean(false)));
      }
    }
    return all;
  }

  /// The texts of its messages, and names for what is no text.
  static String promptText(JsonNode result) {
    var parts = new ArrayList<String>();
    for (var message : result.path("messages")) {
      var content = message.path("content");
      var resource = content.path("resource");
      parts.add(
          switch (content.path("type").asString("")) {
            case "text" -> content.path("text").asString("");
            case "resource" ->
                resource
                    .path("text")
                    .asString("[resource: %s]".formatted(resource.path("uri").asString("")));
            case String other -> "[content of the type '%s' was left out]".formatted(other);
          });
    }
    return String.join("\n\n", parts);
  }

  static List<Resource> resources(List<JsonNode> items) {
    return items.stream()
        .filter(each -> !each.path("uri").asString("").isEmpty())
        .map(
            each ->
                new Resource(
                    each.path("uri").asString(),
                    VisibleMarks.of(each.path("name").asString("")),
                    VisibleMarks.of(each.path("description").asString("")),
                    each.path("mimeType").asString("")))
        .toList();
  }

  static List<ResourceContent> contents(JsonNode result) {
    var all = new ArrayList<ResourceContent>();
    for (var each : result.path("contents")) {
      all.add(
          new ResourceContent(
              each.path("uri").asString(""), each.path("mimeType").asString(""), bytes(each)));
    }
    return all;
  }

  private static Bytes bytes(JsonNode content) {
    var text = content.path("text");
    if (text.isString()) {
      return Bytes.of(text.asString());
    }
    try {
      return Bytes.of(Base64.getMimeDecoder().decode(content.path("blob").asString("")));
    } catch (IllegalArgumentException _) {
      return Bytes.of("");
    }
  }

  /// As a header carries it.
  static String header(String name) {
    boolean plain =
        name.chars().allMatch(each -> each > 0x20 && each <= 0x7E) && !name.startsWith("=?base64?");
    return plain
        ? name
        : "=?base64?%s?="
            .formatted(Base64.getEncoder().encodeToString(name.getBytes(StandardCharsets.UTF_8)));
  }
}
