package dev.drover.model.http.llama;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.Param;
import dev.drover.Tool;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.model.http.ApiKeySource;
import dev.drover.model.http.HttpModels;
import dev.drover.model.http.facts.ChatDialect;
import dev.drover.policy.Policy;
import dev.drover.spi.model.Delta;
import dev.drover.store.memory.MemoryStore;
import dev.drover.watch.Notice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A whole run with a model that really samples: `-Pllama`.
@Tag("llama")
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LlamaRunTest {
  @TempDir private Path folder;
  private Process process;
  private String baseUrl;

  @BeforeEach
  void start() throws IOException {
    var file = folder.resolve("tiny.gguf");
    TinyModel.write(file);
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                LlamaServer.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    baseUrl = "http://127.0.0.1:%d/v1".formatted(port());
  }

  /// The library may print other lines first.
  private int port() throws IOException {
    for (var line = process.inputReader().readLine();
        line != null;
        line = process.inputReader().readLine()) {
      if (line.startsWith("port ")) {
        return Integer.parseInt(line.substring("port ".length()));
      }
    }
    throw new IOException("the model did not start");
  }

  @AfterEach
  void stop() throws Exception {
    process.getOutputStream().close();
    if (!process.waitFor(10, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }

  @Test
  void aRealModelCallsAToolAccordingToItsSchemaAndAnswers() {
    var weather = new Weather();
    var deltas = new ArrayList<Delta>();
    try (var drover =
            Drover.on(new MemoryStore())
                .models(
                    HttpModels.chat(ChatDialect.LLAMA_CPP, ApiKeySource.NONE)
                        .baseUrl(baseUrl)
                        .build())
                .build();
        var session =
            drover
                .agent("clerk")
                .model("llamacpp/tiny")
                .tools(weather)
                .policy(Policy.ALLOW_ALL)
                .build()
                .open();
        var events = session.events()) {
      var run = session.send("What is the weather?");
      for (var notice : events) {
        if (notice instanceof Notice.Shown shown) {
          deltas.add(shown.delta());
        } else if (notice instanceof Notice.Happened happened
            && happened.event() instanceof Event.RunFinished) {
          break;
        }
      }
      assertThat(run.await().text()).matches("[a-z]{8}");
      assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(weather.asked).hasSize(1);
      assertThat(session.history())
          .element(2)
          .isInstanceOfSatisfying(
              Message.ToolResult.class,
              result -> assertThat(result.outcome()).isInstanceOf(ToolOutcome.Succeeded.class));
      assertThat(((Message.Assistant) session.history().get(1)).blocks())
          .singleElement()
          .isInstanceOf(ContentBlock.Call.class);
      assertThat(session.totalUsage().input()).isPositive();
      assertThat(session.totalUsage().output()).isGreaterThan(8);
    }
    assertThat(deltas).hasSizeGreaterThan(10);
    assertThat(deltas).anyMatch(Delta.ToolInputDelta.class::isInstance);
    assertThat(deltas).anyMatch(Delta.TextDelta.class::isInstance);
  }

  /// The cities of the tool.
  public enum City {
    PARIS,
    OSLO,
    LIMA
  }

  /// Returns the weather, and records the call.
  public static final class Weather {
    final List<City> asked = new ArrayList<>();

    @Tool(description = "Tells the weather in a city.", effects = EffectClass.PURE)
    public String weather(
        @Param(name = "city") City city, @Param(name = "tomorrow") boolean tomorrow) {
      asked.add(city);
      return "It is %s sunny in %s.".formatted(tomorrow ? "not" : "very", city);
    }
  }
}
