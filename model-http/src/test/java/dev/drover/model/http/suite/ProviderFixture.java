package dev.drover.model.http.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.value.Failure;
import dev.drover.model.http.ApiKeySource;
import dev.drover.model.http.HttpModelsBuilder;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import dev.drover.testkit.wire.FakeProvider;
import dev.drover.testkit.wire.ServerAction;
import dev.drover.testkit.wire.WireTurn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/// A provider, its client, and the deltas that the client emitted.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ProviderFixture {
  static final String KEY = "sk-TEST-0123456789abcdef";
  static final Duration SOON = Duration.ofSeconds(10);

  final List<Delta> deltas = new ArrayList<>();
  private FakeProvider provider;

  /// The provider under test.
  protected abstract TestedProvider subject();

  @BeforeEach
  final void start() {
    deltas.clear();
    provider = FakeProvider.start(subject().protocol());
  }

  @AfterEach
  final void stop() {
    provider.close();
  }

  final FakeProvider provider() {
    return provider;
  }

  final HttpModelsBuilder builder() {
    return builder(ApiKeySource.of(KEY));
  }

  final HttpModelsBuilder builder(ApiKeySource key) {
    return subject().builder().apply(key).baseUrl(provider.baseUrl());
  }

  final Model model() {
    return builder().build().model(subject().model());
  }

  final Model hasty() {
    return builder()
        .timeouts(Duration.ofSeconds(5), Duration.ofMillis(50))
        .build()
        .model(subject().model());
  }

  final ModelReply ask(ServerAction... acts) throws Exception {
    provider.then(acts);
    return model().call(HttpRequests.of(HttpRequests.user("Hello?")), deltas::add);
  }

  /// The body of a request as it was sent.
  final String sent(ModelRequest request) throws Exception {
    return sent(model(), request);
  }

  final String sent(Model model, ModelRequest request) throws Exception {
    provider.then(ServerAction.play(WireTurn.say("ok")));
    model.call(request, _ -> {});
    return provider.requests().getLast().body();
  }

  final Failure failure(ServerAction... acts) {
    return failure(model(), acts);
  }

  final Failure failure(Model model, ServerAction... acts) {
    provider.then(acts);
    return thrown(model).failure();
  }

  final ModelException thrown(Model model) {
    try {
      throw new AssertionError(
          "it answered: " + model.call(HttpRequests.of(HttpRequests.user("Hello?")), deltas::add));
    } catch (ModelException failed) {
      return failed;
    } catch (InterruptedException stop) {
      throw new AssertionError(stop);
    }
  }

  final void assertProblem(Failure failure, String code, Failure.Retry retry) {
    assertThat(failure.problem().code()).isEqualTo(code);
    assertThat(failure.retry()).isEqualTo(retry);
    assertThat(failure.problem().detail()).startsWith(model().name() + " ");
    assertThat(failure.problem().remedy()).isNotBlank();
  }

  /// The words occur in this order.
  protected static void assertInOrder(String body, String... words) {
    int at = 0;
    for (var word : words) {
      int found = body.indexOf(word, at);
      assertThat(found).as("'%s' after %d in %s", word, at, body).isGreaterThanOrEqualTo(at);
      at = found + word.length();
    }
  }
}
