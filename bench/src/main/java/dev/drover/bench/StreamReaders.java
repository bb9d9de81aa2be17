package dev.drover.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Text;
import dev.drover.model.http.ApiKeySource;
import dev.drover.model.http.HttpModels;
import dev.drover.model.http.facts.ChatDialect;
import dev.drover.spi.Bytes;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.model.ModelRequest.ContentReader;
import dev.drover.store.memory.MemoryStore;
import dev.drover.watch.Notice;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;

/// The ways to read one stream, from a bare loop to a run with a watcher. All use clients with the
/// same configuration. Safe for use by many threads.
final class StreamReaders implements AutoCloseable {
  private static final String DATA = "data: ";
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String PROMPT = "Tell me about sheep.";

  private final HttpClient client;
  private final HttpRequest request;
  private final Model model;
  private final Drover drover;
  private final Agent agent;

  enum Way {
    /// Lines from the JDK's client, parsed with Jackson, as in handwritten code.
    BARE,
    /// A model call, without a runtime.
    MODEL,
    /// A run with its reply in the journal, without a watcher.
    RUN,
    /// A run with a watcher.
    WATCHED
  }

  StreamReaders(int port) {
    var url = "http://127.0.0.1:%d/v1".formatted(port);
    client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();
    request =
        HttpRequest.newBuilder(URI.create(url + "/chat/completions"))
            .POST(HttpRequest.BodyPublishers.ofString("{\"stream\":true}"))
            .build();
    var provider = HttpModels.chat(ChatDialect.compatible("bench", url), ApiKeySource.NONE).build();
    model = provider.model("fake");
    drover = Drover.on(new MemoryStore()).models(provider).build();
    agent = drover.agent("reader").model("bench/fake").build();
  }

  /// Reads one stream to its end.
  ///
  /// @param shown receives the text as it arrives, on one thread; nothing for a run without a
  ///   watcher
  /// @return the whole text; for a watched run the text that the watcher saw
  String read(Way way, Consumer<String> shown)
      throws IOException, InterruptedException, ModelException {
    return switch (way) {
      case BARE -> bare(shown);
      case MODEL -> call(shown);
      case RUN -> {
        try (var session = agent.open()) {
          yield session.ask(PROMPT).text();
        }
      }
      case WATCHED -> watched(shown);
    };
  }

  private String bare(Consumer<String> shown) throws IOException, InterruptedException {
    var whole = new StringBuilder();
    var answer = client.send(request, BodyHandlers.ofInputStream());
    try (var lines = new BufferedReader(new InputStreamReader(answer.body(), UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(DATA) && !line.endsWith("[DONE]")) {
          var data = JSON.readTree(line.substring(DATA.length()));
          var text = data.path("choices").path(0).path("delta").path("content").asString("");
          if (!text.isEmpty()) {
            whole.append(text);
            shown.accept(text);
          }
        }
      }
    }
    return whole.toString();
  }

  private String call(Consumer<String> shown) throws InterruptedException, ModelException {
    var asked =
        new ModelRequest(
            "reader",
            "",
            List.of(),
            List.of(new Message.User(Text.of(PROMPT), List.of())),
            1,
            AnswerType.WORDS,
            new Nothing());
    return asked.read(model.call(asked, delta -> shown.accept(delta.text())).answer());
  }

  private String watched(Consumer<String> shown) {
    var seen = new StringBuilder();
    try (var session = agent.open();
        var events = session.events()) {
      session.send(PROMPT);
      for (var notice : events) {
        switch (notice) {
          case Notice.Shown(_, _, _, _, var delta) -> {
            seen.append(delta.text());
            shown.accept(delta.text());
          }
          case Notice.Happened happened when happened.event() instanceof Event.RunFinished -> {
            return seen.toString();
          }
          case Notice.Happened _, Notice.Missed _, Notice.ChildUsage _ -> {}
        }
      }
    }
    throw new IllegalStateException("the run did not end, after " + seen);
  }

  @Override
  public void close() {
    drover.close();
    client.close();
  }

  /// For a conversation whose texts are all inline.
  private static final class Nothing implements ContentReader {
    @Override
    public String read(Text text) {
      throw new IllegalStateException("kept elsewhere: " + text);
    }

    @Override
    public Bytes read(Media media) {
      throw new IllegalStateException("kept elsewhere: " + media);
    }
  }
}
