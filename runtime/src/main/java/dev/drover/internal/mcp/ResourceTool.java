package dev.drover.internal.mcp;

import dev.drover.Param;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.ToolAnswer;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Text;
import dev.drover.spi.mcp.McpConnection;
import dev.drover.spi.mcp.McpConnection.Resource;
import dev.drover.spi.mcp.McpConnection.ResourceContent;
import dev.drover.spi.text.VisibleMarks;
import dev.drover.spi.tool.AgentTool;
import dev.drover.spi.tool.CallSubject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tool.AnswerSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Lets a model list and read the resources of servers. Rules match `server:uri`, and `server:` for
/// a list.
///
/// By the protocol, reading changes nothing, so a call that a crash interrupted is repeated. What
/// is read comes from outside, and the address goes there.
///
/// @param connections to the servers that have resources
record ResourceTool(List<McpConnection> connections) implements AgentTool {
  static final String NAME = "mcp_read";

  private static final String LIST = "*";

  /// Some servers list each file of a disk.
  private static final int MOST_LISTED = 200;

  ResourceTool {
    connections = List.copyOf(connections);
  }

  /// The arguments of a call.
  public record Order(
      @Param(name = "server", description = "the name of the server") String server,
      @Param(name = "uri", description = "what to read; * lists the resources", defaultValue = LIST)
          String uri) {}

  @Override
  public ToolSpec spec() {
    return new ToolSpec(
        NAME,
        "Lists the resources of an MCP server, or reads one of them. Servers: "
            + connections.stream()
                .map(each -> each.server().name())
                .sorted()
                .collect(Collectors.joining(", ")),
        AnswerSchema.of(Order.class).schema(),
        new CallTerms(
            EffectClass.IDEMPOTENT, CallTerms.AfterCrash.RUN_AGAIN, CallTerms.Pace.PARALLEL));
  }

  @Override
  public DataFlow dataFlow() {
    return new DataFlow(DataFlow.Origin.OUTSIDE, DataFlow.Reach.LEAVES);
  }

  @Override
  public List<CallSubject> subjects(ToolInvocation call) {
    var order = order(call);
    return List.of(
        new CallSubject.Plain(order.server() + ":" + (isList(order) ? "" : order.uri())));
  }

  private static boolean isList(Order order) {
    return order.uri().equals(LIST);
  }

  private static Order order(ToolInvocation call) {
    return AnswerSchema.read(Order.class, call.arguments());
  }

  @Override
  public ToolAnswer call(ToolInvocation call) throws InterruptedException {
    var order = order(call);
    var server =
        connections.stream()
            .filter(each -> each.server().name().equals(order.server()))
            .findFirst();
    if (server.isEmpty()) {
      return failed(
          "there is no server '%s' with resources; there are: %s"
              .formatted(
                  order.server(),
                  connections.stream()
                      .map(each -> each.server().name())
                      .collect(Collectors.joining(", "))));
    }
    try {
      return isList(order)
          ? listed(server.get().resources())
          : read(server.get().read(order.uri()), call);
    } catch (IOException broken) {
      return failed(String.valueOf(broken.getMessage()));
    }
  }

  private static ToolOutcome failed(String why) {
    return new ToolOutcome.Failed(Text.of(why));
  }

  private static ToolOutcome listed(List<Resource> all) {
    var lines = new StringBuilder();
    for (var each : all.subList(0, Math.min(all.size(), MOST_LISTED))) {
      lines
          .append(VisibleMarks.of(each.uri()))
          .append("  ")
          .append(VisibleMarks.of(each.name()))
          .append(each.description().isEmpty() ? "" : ": " + VisibleMarks.of(each.description()))
          .append('\n');
    }
    if (all.size() > MOST_LISTED) {
      lines.append("… and %d more\n".formatted(all.size() - MOST_LISTED));
    }
    return new ToolOutcome.Succeeded(
        Text.of(all.isEmpty() ? "The server lists no resources." : lines.toString()));
  }

  private static ToolOutcome read(List<ResourceContent> parts, ToolInvocation call) {
    var texts = new ArrayList<String>();
    var media = new ArrayList<Media>();
    for (var part : parts) {
      var type = part.mediaType();
      if (isMedia(type) && part.content().length() > 0) {
        var bytes = part.content().array();
        media.add(new Media(type, call.changes().store(bytes), bytes.length, name(part)));
      } else if (isText(part)) {
        texts.add(part.content().toString());
      } else {
        texts.add(
            "[%s has %d bytes of the type '%s', which is no text]"
                .formatted(name(part), part.content().length(), VisibleMarks.of(type)));
      }
    }
    return parts.isEmpty()
        ? failed("the resource has no content")
        : new ToolOutcome.Succeeded(Text.of(String.join("\n", texts)), media);
  }

  private static String name(ResourceContent part) {
    return VisibleMarks.of(part.uri());
  }

  private static boolean isMedia(String type) {
    return type.matches("(image|audio)/[A-Za-z0-9.+-]{1,100}") || type.equals("application/pdf");
  }

  /// Binary content has a zero byte near its beginning, in almost all formats.
  private static boolean isText(ResourceContent part) {
    var bytes = part.content().array();
    for (int i = 0; i < Math.min(bytes.length, 8_000); i++) {
      if (bytes[i] == 0) {
        return false;
      }
    }
    return true;
  }
}
