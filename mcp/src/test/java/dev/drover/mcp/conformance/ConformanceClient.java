package dev.drover.mcp.conformance;

import dev.drover.jsonrpc.RpcJson;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Text;
import dev.drover.mcp.McpClientConnector;
import dev.drover.mcp.ToolCallFixture;
import dev.drover.spi.mcp.McpConnection;
import dev.drover.spi.mcp.McpConnection.ServerTool;
import dev.drover.spi.mcp.McpConnector.Client;
import dev.drover.spi.mcp.McpServer;
import dev.drover.spi.mcp.McpServer.Authorization;
import dev.drover.spi.mcp.McpServer.HeaderSource;
import dev.drover.spi.mcp.McpServer.Transport;
import dev.drover.spi.mcp.McpServer.UserConsent;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.time.Time;
import dev.drover.spi.tool.ToolInvocation.Resumption;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// The program that the official suite runs: connects to the server whose address is its last
/// argument, calls all tools, reads everything, and agrees to all questions.
public final class ConformanceClient {
  private static final URI REDIRECT = URI.create("http://localhost:3000/callback");
  private static final URI DOCUMENT =
      URI.create("https://conformance-test.local/client-metadata.json");

  private ConformanceClient() {}

  static void main(String[] arguments) throws Exception {
    var server = server(URI.create(arguments[arguments.length - 1]));
    var client =
        new Client(
            Identity.NONE, Path.of(""), Time.system(), SecretRedactor.KNOWN_SHAPES, () -> {});
    boolean done;
    try (var connection = new McpClientConnector().open(server, client)) {
      connection.awaitSettled(Duration.ofSeconds(30));
      System.err.println(connection.status());
      done = connection.status().phase() == dev.drover.spi.mcp.McpStatus.Phase.CONNECTED;
      if (done) {
        use(connection);
      }
    }
    System.exit(done ? 0 : 1);
  }

  private static McpServer server(URI address) {
    var context = context();
    var id = context.path("client_id").asString("");
    var secret = context.path("client_secret").asString("");
    var authorization =
        new Authorization(
            id.isEmpty() ? null : id,
            secret.isEmpty() ? null : secret,
            DOCUMENT,
            List.of(),
            new FollowingConsent());
    return McpServer.of("suite", new Transport.Http(address, HeaderSource.NONE, authorization))
        .startTimeout(Duration.ofSeconds(20));
  }

  private static JsonNode context() {
    var text = System.getenv("MCP_CONFORMANCE_CONTEXT");
    return text == null ? RpcJson.object() : RpcJson.parse(text);
  }

  private static void use(McpConnection connection) throws Exception {
    var wanted = new LinkedHashMap<String, String>();
    context()
        .path("toolCalls")
        .forEach(
            call -> wanted.put(call.path("name").asString(), RpcJson.text(call.path("arguments"))));
    for (var tool : connection.tools().tools()) {
      call(tool, wanted.getOrDefault(tool.name(), arguments(tool)));
    }
    for (var resource : connection.resources()) {
      connection.read(resource.uri());
    }
    for (var prompt : connection.prompts()) {
      connection.prompt(prompt.name(), Map.of());
    }
  }

  /// A value for each required parameter.
  private static String arguments(ServerTool tool) {
    var schema = RpcJson.parse(tool.tool().spec().schema());
    var arguments = RpcJson.object();
    for (var name : schema.path("required")) {
      var type = schema.path("properties").path(name.asString()).path("type").asString("");
      switch (type) {
        case "number", "integer" -> arguments.put(name.asString(), 1);
        case "boolean" -> arguments.put(name.asString(), true);
        default -> arguments.put(name.asString(), "x");
      }
    }
    return RpcJson.text(arguments);
  }

  private static void call(ServerTool tool, String arguments) throws Exception {
    var answer = tool.tool().call(new ToolCallFixture(arguments));
    for (int round = 1; answer instanceof ToolQuestion question; round++) {
      var content = question.form() instanceof ToolQuestion.Form.Fields ? "{}" : "";
      var state = ((Text.Inline) question.state()).value();
      var resumption =
          new Resumption(round, state, new QuestionAnswer.Accepted(Text.of(content)), content);
      answer = tool.tool().call(new ToolCallFixture(arguments, resumption));
    }
    System.err.println(tool.name() + ": " + answer);
  }

  /// A user who agrees at once.
  private static final class FollowingConsent implements UserConsent {
    @Override
    public URI redirect() {
      return REDIRECT;
    }

    @Override
    public URI obtain(URI address, Identity caller) throws Exception {
      try (var http = HttpClient.newHttpClient()) {
        var response =
            http.send(
                HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding());
        return URI.create(response.headers().firstValue("location").orElseThrow());
      }
    }
  }
}
