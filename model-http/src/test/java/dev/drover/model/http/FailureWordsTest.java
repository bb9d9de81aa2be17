package dev.drover.model.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.model.http.facts.ChatDialect;
import dev.drover.model.http.suite.HttpRequests;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.testkit.wire.FakeProvider;
import dev.drover.testkit.wire.ServerAction;
import dev.drover.testkit.wire.WireProtocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The messages that a person reads when a model cannot be called.
@Tag("C2")
@Timeout(60)
class FailureWordsTest {
  private static final String SECRET = "sk-live-abcdefghijklmnop";

  private static Failure failure(Model model) {
    var thrown =
        catchThrowableOfType(
            ModelException.class,
            () -> model.call(HttpRequests.of(HttpRequests.user("Hello?")), _ -> {}));
    assertThat(thrown).isNotNull();
    return thrown.failure();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void aServerThatIsNotRunningIsReportedWithItsAddress() throws IOException {
    var base = "http://127.0.0.1:%d/v1".formatted(freePort());
    var model =
        HttpModels.chat(ChatDialect.OLLAMA, ApiKeySource.NONE).baseUrl(base).build().model("m");
    assertThat(failure(model).problem())
        .isEqualTo(
            new Problem(
                "model_unavailable",
                "The model did not answer",
                "ollama/m did not answer: %s/chat/completions: connection refused".formatted(base),
                "Start the server at %s, or choose another model.".formatted(base)));
    assertThat(failure(model).retry()).isInstanceOf(Failure.Retry.Later.class);
  }

  @Test
  void anUnknownHostIsReported() {
    var base = "http://no-such-host.invalid/v1";
    var model =
        HttpModels.chat(ChatDialect.OLLAMA, ApiKeySource.NONE).baseUrl(base).build().model("m");
    var problem = failure(model).problem();
    assertThat(problem.detail())
        .isEqualTo(
            "ollama/m did not answer: %s/chat/completions: there is no such host".formatted(base));
    assertThat(problem.remedy()).isEqualTo("Try again later.");
  }

  @Test
  @Tag("E9")
  void aRefusedKeyIsReportedWithItsPlaceAndTheProvidersWordsWithoutTheKey() {
    try (var provider = FakeProvider.start(WireProtocol.RESPONSES)) {
      provider.then(
          ServerAction.refuse(
              401,
              "invalid_api_key",
              "Incorrect API key provided: sk-live-****mnop (or %s). See the keys page."
                  .formatted(SECRET)));
      var model =
          HttpModels.openai(ApiKeySource.kept("OPENAI_API_KEY", SECRET))
              .baseUrl(provider.baseUrl())
              .build()
              .model("gpt-5");
      assertThat(failure(model).problem())
          .isEqualTo(
              new Problem(
                  "model_unauthorized",
                  "The provider does not accept the key",
                  "openai/gpt-5 answered with status 401: Incorrect API key provided: [key] (or"
                      + " [key]). See the keys page.",
                  "Check OPENAI_API_KEY: it must hold a valid key that may use this model."));
    }
  }
}
