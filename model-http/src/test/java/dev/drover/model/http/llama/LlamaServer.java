package dev.drover.model.http.llama;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import de.kherud.llama.InferenceParameters;
import de.kherud.llama.LlamaModel;
import de.kherud.llama.LlamaOutput;
import de.kherud.llama.ModelParameters;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Chat Completions around llama.cpp, on loopback. A separate program: a model file that llama.cpp
/// rejects ends the process that reads it.
///
/// Argument: the model. It prints its port on a line, and exits when its input ends. If tools are
/// offered and none has answered yet, it calls the first one, with arguments that match a grammar
/// made from the tool's schema; otherwise it answers with some letters.
public final class LlamaServer {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String LETTERS = "root ::= [a-z] [a-z] [a-z] [a-z] [a-z] [a-z] [a-z] [a-z]";
  private static final int CONTEXT = 4_096;
  private static final int LONGEST_PROMPT = 1_000;
  private static final int MOST_TOKENS = 400;
  private static final int SEED = 7;

  private final LlamaModel model;

  private LlamaServer(LlamaModel model) {
    this.model = model;
  }

  public static void main(String[] args) throws IOException {
    var parameters =
        new ModelParameters().setModel(args[0]).setCtxSize(CONTEXT).setThreads(1).disableLog();
    try (var model = new LlamaModel(parameters)) {
      var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext("/v1/chat/completions", new LlamaServer(model)::answer);
      server.start();
      System.out.println("port " + server.getAddress().getPort());
      while (System.in.read() >= 0) {
        // Its input is not used.
      }
      server.stop(0);
    }
    System.exit(0);
  }

  /// One request at a time, because there is one model.
  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var request = JSON.readTree(exchange.getRequestBody().readAllBytes());
      exchange.getResponseHeaders().add("content-type", "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      reply(request, exchange.getResponseBody());
    }
  }

  private void reply(JsonNode request, OutputStream out) throws IOException {
    var tool = request.path("tools").path(0).path("function");
    boolean calls = !tool.isMissingNode() && !hasResult(request);
    var prompt = prompt(request);
    var parameters =
        new InferenceParameters(prompt)
            .setGrammar(
                calls
                    ? LlamaModel.jsonSchemaToGrammar(tool.path("parameters").toString())
                    : LETTERS)
            .setNPredict(MOST_TOKENS)
            .setSeed(SEED);
    if (calls) {
      send(out, call(tool.path("name").asString(""), ""));
    }
    int tokens = 0;
    for (LlamaOutput token : model.generate(parameters)) {
      tokens++;
      if (!token.text.isEmpty()) {
        send(
            out, calls ? call("", token.text) : JSON.createObjectNode().put("content", token.text));
      }
    }
    end(out, calls ? "tool_calls" : "stop", model.encode(prompt).length, tokens);
  }

  private static boolean hasResult(JsonNode request) {
    for (var message : request.path("messages")) {
      if (message.path("role").asString("").equals("tool")) {
        return true;
      }
    }
    return false;
  }

  private static String prompt(JsonNode request) {
    var text = request.path("messages").toString();
    return text.substring(Math.max(0, text.length() - LONGEST_PROMPT));
  }

  /// @param name only at the start of the call
  private static ObjectNode call(String name, String arguments) {
    var delta = JSON.createObjectNode();
    var call = delta.putArray("tool_calls").addObject().put("index", 0);
    var function = call.putObject("function").put("arguments", arguments);
    if (!name.isEmpty()) {
      call.put("id", "call_1").put("type", "function");
      function.put("name", name);
    }
    return delta;
  }

  private static void send(OutputStream out, ObjectNode delta) throws IOException {
    event(out, chunk(delta, null));
  }

  private static void end(OutputStream out, String why, int read, int written) throws IOException {
    event(out, chunk(JSON.createObjectNode(), why));
    var usage = JSON.createObjectNode();
    usage.putArray("choices");
    usage.putObject("usage").put("prompt_tokens", read).put("completion_tokens", written);
    event(out, usage.toString());
    event(out, "[DONE]");
  }

  private static String chunk(ObjectNode delta, @Nullable String why) {
    var chunk = JSON.createObjectNode().put("object", "chat.completion.chunk");
    var choice = chunk.putArray("choices").addObject().put("index", 0).put("finish_reason", why);
    choice.set("delta", delta);
    return chunk.toString();
  }

  private static void event(OutputStream out, String data) throws IOException {
    out.write(("data: " + data + "\n\n").getBytes(UTF_8));
    out.flush();
  }
}
