package dev.drover.model.http.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.value.Failure.Retry;
import dev.drover.model.http.ApiKeySource;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.testkit.wire.FakeProvider;
import dev.drover.testkit.wire.ReplyDelivery;
import dev.drover.testkit.wire.ReplyDelivery.Ending;
import dev.drover.testkit.wire.ReplyDelivery.Reach;
import dev.drover.testkit.wire.ServerAction;
import dev.drover.testkit.wire.WireTurn;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Failures are reported precisely: whether and when a retry makes sense.
public abstract class FailureSuite extends ProviderFixture {
  private static final Retry LATER = new Retry.Later(Duration.ZERO);
  private static final Retry THROTTLED = new Retry.Throttled(Duration.ZERO);
  private static final WireTurn TURN =
      WireTurn.think("Hm, well.", "seal").thenSay("One two three.").thenCall("c", "clock", "{}");
  private static final int ROUNDS = 3;

  static Stream<Ending> brokenStreams() {
    return Stream.of(Reach.values())
        .flatMap(reach -> Stream.of(new Ending.Closed(reach), new Ending.Garbled(reach)));
  }

  @ParameterizedTest
  @MethodSource("brokenStreams")
  @Tag("C3")
  void aStreamThatEndsTooEarlyIsBrokenAndRetryable(Ending ending) {
    var failure = failure(ServerAction.play(TURN, ReplyDelivery.ending(ending)));
    assertProblem(failure, "model_stream_broken", LATER);
    assertThat(provider().requests()).hasSize(1);
  }

  static Stream<Ending> brokenConnections() {
    return Stream.of(Reach.values())
        .flatMap(reach -> Stream.of(new Ending.Dropped(reach), new Ending.Reset(reach)));
  }

  /// The end may overtake data that was sent before it, so its position is not always known.
  @ParameterizedTest
  @MethodSource("brokenConnections")
  @Tag("C2")
  void aConnectionThatEndsInTheMiddleIsRetryable(Ending ending) {
    var failure = failure(ServerAction.play(TURN, ReplyDelivery.ending(ending)));
    assertThat(failure.problem().code()).isIn("model_stream_broken", "model_unavailable");
    assertThat(failure.retry()).isEqualTo(LATER);
    assertThat(provider().requests()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Reach.class)
  @Tag("C3")
  void aSilentStreamIsReportedAsBroken(Reach reach) throws Exception {
    var failure =
        failure(hasty(), ServerAction.play(TURN, ReplyDelivery.ending(new Ending.Silent(reach))));
    assertProblem(failure, "model_stream_broken", LATER);
    assertThat(provider().awaitHangUp(SOON)).isTrue();
  }

  @Test
  @Tag("C3")
  void aServerThatNeverAnswersTimesOut() throws Exception {
    assertProblem(failure(hasty(), new ServerAction.Silence()), "model_stream_broken", LATER);
    assertThat(provider().awaitHangUp(SOON)).isTrue();
  }

  @Test
  @Tag("C3")
  void deltasBeforeAFailureAreEmittedOnce() {
    failure(ServerAction.play(TURN, ReplyDelivery.ending(new Ending.Dropped(Reach.FIRST_WORD))));
    assertThat(deltas).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  @Tag("C2")
  void aServerThatClosesTheConnectionIsUnavailable() {
    assertProblem(failure(new ServerAction.Vanish()), "model_unavailable", LATER);
    assertThat(provider().requests()).hasSize(1);
  }

  @Test
  @Tag("C2")
  void anUnreachableServerIsUnavailable() {
    String nowhere;
    try (var gone = FakeProvider.start(subject().protocol())) {
      nowhere = gone.baseUrl();
    }
    var model = builder().baseUrl(nowhere).build().model(subject().model());
    assertProblem(failure(model), "model_unavailable", LATER);
  }

  @ParameterizedTest
  @CsvSource({
    "400, model_refused_request, Never",
    "401, model_unauthorized,    Never",
    "402, billing_exhausted,     Never",
    "403, model_unauthorized,    Never",
    "404, model_not_found,       Never",
    "405, model_refused_request, Never",
    "408, model_unavailable,     Later",
    "409, model_unavailable,     Later",
    "413, context_overflow,      Never",
    "422, model_refused_request, Never",
    "429, model_throttled,       Throttled",
    "500, model_unavailable,     Later",
    "501, model_unavailable,     Later",
    "502, model_unavailable,     Later",
    "503, model_unavailable,     Later",
    "504, model_unavailable,     Later",
    "529, model_unavailable,     Later",
    "302, model_refused_request, Never"
  })
  @Tag("C2")
  void theStatusDeterminesWhetherAFailureIsRetryable(int status, String code, String retry) {
    var failure = failure(ServerAction.refuse(status, "something_new", "Nobody knows."));
    assertProblem(
        failure,
        code,
        switch (retry) {
          case "Later" -> LATER;
          case "Throttled" -> THROTTLED;
          default -> Retry.NEVER;
        });
    assertThat(provider().requests()).hasSize(1);
    assertThat(failure.problem().detail()).contains("status " + status);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 404, 429, 502})
  @Tag("C2")
  void anErrorNeedNotBeJson(int status) {
    var page = "<html><body>It broke.</body></html>";
    var failure = failure(new ServerAction.Page(status, "text/html", page));
    assertThat(failure.problem().detail())
        .isEqualTo(model().name() + " answered with status " + status);
  }

  @ParameterizedTest
  @MethodSource
  @Tag("C2")
  void theRequestedDelayOfAServerIsRead(int status, Map<String, String> headers, long millis) {
    var failure = failure(new ServerAction.Refuse(status, "something_new", "Wait.", headers));
    var after =
        switch (failure.retry()) {
          case Retry.Later(var wait) -> wait;
          case Retry.Throttled(var wait) -> wait;
          case Retry.Never _ -> throw new AssertionError("never");
        };
    assertThat(after).isEqualTo(Duration.ofMillis(millis));
  }

  static Stream<Arguments> theRequestedDelayOfAServerIsRead() {
    var date = "Sun, 06 Nov 1994 08:49:37 GMT";
    var later = "Sun, 06 Nov 1994 08:51:07 GMT";
    return Stream.of(
            List.of(429, Map.of("retry-after", "7"), 7_000L),
            List.of(503, Map.of("retry-after", "120"), 120_000L),
            List.of(529, Map.of("Retry-After", "1.5"), 1_500L),
            List.of(429, Map.of("retry-after-ms", "250", "retry-after", "1"), 250L),
            List.of(429, Map.of("retry-after", later, "date", date), 90_000L),
            List.of(500, Map.of("retry-after", date, "date", later), 0L),
            List.of(429, Map.of("retry-after", later), 0L),
            List.of(429, Map.of("retry-after", "soon"), 0L),
            List.of(429, Map.of("retry-after", "-5"), 0L),
            List.of(429, Map.of("retry-after", "99999999"), 86_400_000L))
        .map(row -> Arguments.of(row.toArray()));
  }

  final List<TestedProvider.Code> codes() {
    return subject().codes();
  }

  @ParameterizedTest
  @MethodSource("codes")
  @Tag("C2")
  void theProvidersOwnCodesAreMapped(TestedProvider.Code code) {
    var failure =
        failure(
            code.status() > 0
                ? ServerAction.refuse(code.status(), code.code(), code.message())
                : ServerAction.play(
                    TURN,
                    ReplyDelivery.ending(
                        new Ending.Failed(Reach.FIRST_WORD, code.code(), code.message()))));
    assertThat(failure.problem().code()).isEqualTo(code.problem());
    assertThat(failure.retry()).isInstanceOf(code.retry());
  }

  @ParameterizedTest
  @CsvSource({"text/html, <html>Log in</html>", "application/json, '{\"hello\":1}'"})
  void aResponseOfAnotherServerIsDetected(String type, String body) {
    assertProblem(failure(new ServerAction.Page(200, type, body)), "model_unreadable", Retry.NEVER);
  }

  @Test
  void onlyTheBeginningOfAnErrorIsRead() {
    var failure = failure(ServerAction.refuse(400, "something_new", "a🐑 ".repeat(300_000)));
    assertThat(failure.problem().code()).isEqualTo("model_refused_request");
    assertThat(failure.problem().detail()).hasSizeLessThan(1_000);
    var long1 = failure(ServerAction.refuse(400, "something_new", "🐑".repeat(5_000)));
    assertThat(long1.problem().detail()).hasSizeLessThan(1_000).endsWith("🐑…");
  }

  @Test
  @Tag("E9")
  void aKeyIsNeverShown() {
    for (int status : List.of(400, 401, 403, 404, 429, 500)) {
      provider().then(ServerAction.refuse(status, "x", "the key " + KEY + " is " + KEY));
      var thrown = thrown(model());
      assertThat(thrown.getMessage()).doesNotContain(KEY);
      assertThat(thrown.failure().toString()).doesNotContain(KEY);
    }
    var built = builder().build();
    assertThat(built + " " + built.model("m")).doesNotContain(KEY).contains("m");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sk-line\nbreak", "sk-ümlaut", "sk with blank", "\u0000"})
  @Tag("E9")
  void aKeyThatCannotBeSentIsRejectedWithoutShowingIt(String key) {
    var thrown = thrown(builder(() -> key).build().model("m"));
    assertThat(thrown.failure().problem().code()).isEqualTo("model_unauthorized");
    assertThat(thrown).hasMessageNotContaining(key).hasNoCause();
    assertThat(provider().requests()).isEmpty();
  }

  @Test
  @Tag("E9")
  void theKeyIsReadForEachCallAndMayChange() throws Exception {
    var keys = List.of("first", "second", "third", "fourth").iterator();
    var model = builder(() -> keys.next() + "\n").build().model(subject().model());
    var account = model.providerKey();
    for (var expected : List.of("second", "third")) {
      provider().then(ServerAction.play(WireTurn.say("ok")));
      model.call(HttpRequests.of(HttpRequests.user("Hello?")), deltas::add);
      assertThat(provider().requests().getLast().headers())
          .containsEntry(
              subject().keyHeader().getFirst(), subject().keyHeader().getLast() + expected);
    }
    assertThat(model.providerKey()).isEqualTo(account);
  }

  enum Moment {
    BEFORE_THE_ANSWER,
    BEFORE_A_WORD,
    BETWEEN_WORDS
  }

  @ParameterizedTest
  @EnumSource(Moment.class)
  @Tag("B4")
  void anInterruptedCallClosesItsConnectionWithinATenthOfASecond(Moment moment) throws Exception {
    long best = Long.MAX_VALUE;
    // The fastest of a few: a busy machine may suspend a thread for longer than this law allows.
    for (int i = 0; i < ROUNDS; i++) {
      try (var other = FakeProvider.start(subject().protocol())) {
        best = Math.min(best, nanosToLeave(moment, other));
      }
    }
    assertThat(Duration.ofNanos(best)).isLessThan(Duration.ofMillis(100));
  }

  private long nanosToLeave(Moment moment, FakeProvider other) throws Exception {
    var model =
        subject().builder().apply(ApiKeySource.of(KEY)).baseUrl(other.baseUrl()).build().model("m");
    other.then(
        switch (moment) {
          case BEFORE_THE_ANSWER -> new ServerAction.Silence();
          case BEFORE_A_WORD ->
              ServerAction.play(TURN, ReplyDelivery.ending(new Ending.Silent(Reach.NOTHING)));
          case BETWEEN_WORDS ->
              ServerAction.play(TURN, ReplyDelivery.ending(new Ending.Silent(Reach.FIRST_WORD)));
        });
    var shown = new CountDownLatch(1);
    var left = new FutureTask<>(() -> leaves(model, shown));
    var caller = Thread.ofVirtual().start(left);
    assertThat(other.awaitRequests(1, SOON)).isTrue();
    if (moment == Moment.BETWEEN_WORDS) {
      assertThat(shown.await(10, TimeUnit.SECONDS)).isTrue();
    }
    long start = System.nanoTime();
    caller.interrupt();
    assertThat(left.get(10, TimeUnit.SECONDS)).isEqualTo("interrupted");
    assertThat(other.awaitHangUp(SOON)).isTrue();
    return System.nanoTime() - start;
  }

  private static String leaves(Model model, CountDownLatch shown) throws ModelException {
    try {
      return "answered "
          + model.call(HttpRequests.of(HttpRequests.user("Hello?")), _ -> shown.countDown());
    } catch (InterruptedException left) {
      return "interrupted";
    }
  }

  @Test
  @Tag("B4")
  void aCallThatIsInterruptedBeforeItStartsDoesNotStart() throws Exception {
    var model = model();
    var left =
        new FutureTask<>(
            () -> {
              Thread.currentThread().interrupt();
              return leaves(model, new CountDownLatch(1));
            });
    Thread.ofVirtual().start(left);
    assertThat(left.get(10, TimeUnit.SECONDS)).isEqualTo("interrupted");
    assertThat(provider().connections()).isZero();
  }
}
