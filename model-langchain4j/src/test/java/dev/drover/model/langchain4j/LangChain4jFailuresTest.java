package dev.drover.model.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Failure.Retry;
import dev.drover.spi.PortException;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.exception.UnresolvedModelServerException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import dev.langchain4j.model.output.FinishReason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LangChain4jFailuresTest {
  private static final Retry LATER = new Retry.Later(Duration.ZERO);
  private static final Retry THROTTLED = new Retry.Throttled(Duration.ZERO);
  private static final long SOON_SECONDS = 10;
  private static final PartialResponse ONCE = new PartialResponse("Once");

  private final List<Delta> deltas = Collections.synchronizedList(new ArrayList<>());

  private Failure failure(Model model) throws InterruptedException {
    try {
      throw new AssertionError(
          "it answered: "
              + model.call(
                  LangChain4jRequests.of(LangChain4jRequests.user("Hello?")), deltas::add));
    } catch (ModelException failed) {
      return failed.failure();
    }
  }

  static Stream<Arguments> troubles() {
    return Stream.of(
        Arguments.of(new RateLimitException("slow"), "model_throttled", THROTTLED),
        Arguments.of(new AuthenticationException("sk-1"), "model_unauthorized", Retry.NEVER),
        Arguments.of(new ModelNotFoundException("x"), "model_not_found", Retry.NEVER),
        Arguments.of(new TimeoutException("late"), "model_unavailable", LATER),
        Arguments.of(new InternalServerException("oops"), "model_unavailable", LATER),
        Arguments.of(new UnresolvedModelServerException("dns"), "model_unavailable", LATER),
        Arguments.of(new InvalidRequestException("bad"), "model_refused_request", Retry.NEVER),
        Arguments.of(new ContentFilteredException("no"), "model_refused_request", Retry.NEVER),
        Arguments.of(new UnsupportedFeatureException("no"), "model_refused_request", Retry.NEVER),
        Arguments.of(new CompletionException(new IOException("reset")), "model_unavailable", LATER),
        Arguments.of(answered(402, "{}"), "billing_exhausted", Retry.NEVER),
        Arguments.of(answered(409, "busy"), "model_unavailable", LATER),
        Arguments.of(answered(413, ""), "context_overflow", Retry.NEVER),
        Arguments.of(answered(529, "{}"), "model_unavailable", LATER),
        Arguments.of(
            new RateLimitException(answered(429, "{\"error\":{\"code\":\"insufficient_quota\"}}")),
            "billing_exhausted",
            Retry.NEVER),
        Arguments.of(
            new InvalidRequestException(
                answered(400, "{\"error\":{\"code\":\"context_length_exceeded\"}}")),
            "context_overflow",
            Retry.NEVER),
        Arguments.of(
            answered(500, "{\"error\":{\"code\":\"insufficient_quota\"}}"),
            "model_unavailable",
            LATER));
  }

  private static HttpException answered(int status, String body) {
    return new HttpException(status, body);
  }

  @ParameterizedTest
  @MethodSource("troubles")
  @Tag("C2")
  void failuresAreReportedWithTheirKind(RuntimeException trouble, String code, Retry retry)
      throws Exception {
    var streaming = failure(ScriptedChatModels.streaming((_, handler) -> handler.onError(trouble)));
    assertThat(streaming.problem().code()).isEqualTo(code);
    assertThat(streaming.retry()).isEqualTo(retry);
    assertThat(streaming.problem().detail()).startsWith("lc/m ").doesNotContain("sk-1");
    assertThat(streaming.problem().remedy()).isNotBlank();
    assertThat(
            failure(
                ScriptedChatModels.whole(
                    _ -> {
                      throw trouble;
                    })))
        .isEqualTo(streaming);
  }

  @Test
  void aBugInTheChatModelIsNotReportedAsAProviderFailure() {
    var bug = new NullPointerException("a bug");
    var model = ScriptedChatModels.streaming((_, handler) -> handler.onError(bug));
    assertThatThrownBy(() -> failure(model))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the chat model of lc/m broke")
        .hasCause(bug);
  }

  private static void endSilently(StreamingChatResponseHandler handler) {
    handler.onPartialResponse("Once upon");
    handler.onCompleteResponse(
        ChatResponse.builder().aiMessage(AiMessage.from("Once upon")).build());
  }

  @Test
  @Tag("C3")
  void aStreamThatEndsWithoutAReasonIsBroken() throws Exception {
    var failure = failure(ScriptedChatModels.streaming((_, handler) -> endSilently(handler)));
    assertThat(failure.problem().code()).isEqualTo("model_stream_broken");
    assertThat(failure.retry()).isEqualTo(LATER);
  }

  @Test
  void aReplyWithoutAReasonIsAcceptedIfTheProviderNeverGivesOne() throws Exception {
    var model =
        ScriptedChatModels.streaming(
            ChatModelTraits.USUAL.ending(ChatModelTraits.SilentEnd.USUAL),
            (_, handler) -> endSilently(handler));
    assertThat(
            model
                .call(LangChain4jRequests.of(LangChain4jRequests.user("Hello?")), deltas::add)
                .blocks())
        .containsExactly(LangChain4jRequests.prose("Once upon"));
  }

  @Test
  @Tag("C3")
  void aSilentStreamIsReportedAsBrokenAndCancelled() throws Exception {
    var handle = new Handle();
    var model =
        ScriptedChatModels.streaming(
            ChatModelTraits.USUAL.idle(Duration.ofMillis(30)),
            (_, handler) ->
                handler.onPartialResponse(
                    new PartialResponse("Once"), new PartialResponseContext(handle)));
    var failure = failure(model);
    assertThat(failure.problem().code()).isEqualTo("model_stream_broken");
    assertThat(failure.problem().detail()).isEqualTo("lc/m said nothing for 30 ms");
    assertThat(handle.cancelled.await(SOON_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  /// A handle that can be awaited until it is cancelled.
  private static final class Handle implements StreamingHandle {
    final CountDownLatch cancelled = new CountDownLatch(1);

    @Override
    public void cancel() {
      cancelled.countDown();
    }

    @Override
    public boolean isCancelled() {
      return cancelled.getCount() == 0;
    }
  }

  private final CountDownLatch begun = new CountDownLatch(1);

  /// Calls it, interrupts the call when it has begun, and measures how long it takes to return.
  private Duration interrupted(Model model) throws Exception {
    var left =
        new FutureTask<>(
            () -> {
              try {
                model.call(LangChain4jRequests.of(LangChain4jRequests.user("Hello?")), deltas::add);
                throw new AssertionError("it answered");
              } catch (InterruptedException stopped) {
                return System.nanoTime();
              }
            });
    var caller = Thread.ofVirtual().start(left);
    assertThat(begun.await(SOON_SECONDS, TimeUnit.SECONDS)).isTrue();
    long since = System.nanoTime();
    caller.interrupt();
    return Duration.ofNanos(left.get(SOON_SECONDS, TimeUnit.SECONDS) - since);
  }

  /// A stream that begins like this, and never ends by itself.
  private Model streaming(
      AtomicReference<StreamingChatResponseHandler> kept,
      Consumer<StreamingChatResponseHandler> beginning) {
    return ScriptedChatModels.streaming(
        (_, handler) -> {
          kept.set(handler);
          beginning.accept(handler);
          begun.countDown();
        });
  }

  private static PartialResponseContext by(Handle handle) {
    return new PartialResponseContext(handle);
  }

  /// The Java compiler rejects undeclared checked exceptions; compiled code can still throw them.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T undeclared(Throwable why) throws T {
    throw (T) why;
  }

  @Test
  @Tag("C3")
  void anUndeclaredExceptionOfAnAdapterIsReportedAtOnce() throws Exception {
    var model =
        ScriptedChatModels.streaming(
            (_, _) -> {
              throw LangChain4jFailuresTest.<RuntimeException>undeclared(new IOException("reset"));
            });
    var left = new FutureTask<>(() -> failure(model).problem().code());
    Thread.ofVirtual().start(left);
    assertThat(left.get(SOON_SECONDS, TimeUnit.SECONDS)).isEqualTo("model_unavailable");
  }

  @Test
  void twoModelsOfOneNameAreRefused() {
    var chat =
        ScriptedChatModels.chat(
            _ -> ScriptedChatModels.response(AiMessage.from("ok"), FinishReason.STOP));
    var models = LangChain4jModels.named("lc").with("m", chat);
    assertThatThrownBy(() -> models.with("m", chat))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("with: lc has a model 'm' already; give this one another name");
  }

  @Test
  @Tag("B4")
  void anInterruptedCallCancelsItsStream() throws Exception {
    var handle = new Handle();
    var kept = new AtomicReference<StreamingChatResponseHandler>();
    var model = streaming(kept, handler -> handler.onPartialResponse(ONCE, by(handle)));
    assertThat(interrupted(model)).isLessThan(Duration.ofMillis(100));
    assertThat(handle.cancelled.await(SOON_SECONDS, TimeUnit.SECONDS)).isTrue();
    kept.get().onPartialResponse(" upon");
    assertThat(deltas).containsExactly(new Delta.TextDelta("Once"));
  }

  @Test
  @Tag("B4")
  void aStreamThatStartsAfterTheCallWasStoppedIsCancelled() throws Exception {
    var handle = new Handle();
    var kept = new AtomicReference<StreamingChatResponseHandler>();
    var model = streaming(kept, _ -> {});
    assertThat(interrupted(model)).isLessThan(Duration.ofMillis(100));
    kept.get().onPartialResponse(ONCE, by(handle));
    assertThat(handle.cancelled.await(SOON_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(deltas).isEmpty();
  }

  @Test
  @Tag("B4")
  void aModelThatBlocksIsInterrupted() throws Exception {
    var stopped = new CountDownLatch(1);
    var model =
        ScriptedChatModels.whole(
            _ -> {
              begun.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException stop) {
                stopped.countDown();
              }
              throw new IllegalStateException("stopped");
            });
    assertThat(interrupted(model)).isLessThan(Duration.ofMillis(100));
    assertThat(stopped.await(SOON_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  @Tag("B4")
  void aModelThatIgnoresInterruptsDoesNotBlockTheCaller() throws Exception {
    var goOn = new CountDownLatch(1);
    var model =
        ScriptedChatModels.whole(
            _ -> {
              begun.countDown();
              while (goOn.getCount() > 0) {
                try {
                  goOn.await();
                } catch (InterruptedException _) {
                  // It ignores interrupts.
                }
              }
              return ScriptedChatModels.response(AiMessage.from("late"), FinishReason.STOP);
            });
    assertThat(interrupted(model)).isLessThan(Duration.ofMillis(100));
    goOn.countDown();
    assertThat(deltas).isEmpty();
  }

  @Test
  void aModelThatWasNotAddedIsUnknown() {
    var provider =
        LangChain4jModels.named("lc")
            .with(
                "m",
                ScriptedChatModels.chat(
                    _ -> ScriptedChatModels.response(AiMessage.from("So."), FinishReason.STOP)))
            .build();
    assertThat(provider.model("m").name()).isEqualTo("lc/m");
    assertThatThrownBy(() -> provider.model("n"))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("lc has no model 'n'; it has m");
  }

  @Test
  void theTraitsOfAModelAreReported() {
    var model =
        ScriptedChatModels.streaming(
            ChatModelTraits.USUAL.window(16_000).maxOutput(900), (_, _) -> {});
    assertThat(model.window()).isEqualTo(16_000);
    assertThat(model.maxOutput()).isEqualTo(900);
    assertThat(model.supportsJsonSchema()).isTrue();
    assertThat(model.acceptsMedia("image/png")).isTrue();
    assertThat(model.acceptsMedia("application/pdf")).isFalse();
    assertThat(
            ScriptedChatModels.whole(
                    _ -> ScriptedChatModels.response(AiMessage.from("So."), FinishReason.STOP))
                .supportsJsonSchema())
        .isFalse();
  }
}
