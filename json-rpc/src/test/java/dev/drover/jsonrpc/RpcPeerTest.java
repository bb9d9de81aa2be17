package dev.drover.jsonrpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class RpcPeerTest {
  private static final RpcTimeout MINUTE = RpcTimeout.of(Duration.ofMinutes(1));

  @Test
  void aCallReturnsTheResultWithItsId() throws Exception {
    var test = new PeerFixture(RpcLimits.CLIENT);
    var one = test.peer.start("one", null, MINUTE);
    var two = test.peer.start("two", null, MINUTE);
    test.receive("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":\"second\"}");
    test.receive("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"first\"}");
    assertThat(one.await().asString()).isEqualTo("first");
    assertThat(two.await().asString()).isEqualTo("second");
  }

  @Test
  void anErrorIsThrownWithItsCodeAndData() throws Exception {
    var test = new PeerFixture(RpcLimits.CLIENT);
    var call = test.peer.start("one", null, MINUTE);
    test.receive(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-5,\"message\":\"no\",\"data\":3}}");
    assertThatThrownBy(call::await)
        .isInstanceOfSatisfying(
            RpcErrorException.class,
            error ->
                assertThat(error.error()).isEqualTo(new RpcError(-5, "no", RpcJson.parse("3"))));
  }

  @Test
  void answersToOtherIdsAreIgnoredAndReported() throws Exception {
    var test = new PeerFixture(RpcLimits.CLIENT);
    var call = test.peer.start("one", null, MINUTE);
    test.receive("{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":\"foreign\"}");
    test.receive("{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":\"a text is no number\"}");
    test.receive("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"mine\"}");
    test.receive("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"again\"}");
    assertThat(call.await().asString()).isEqualTo("mine");
    assertThat(test.problems).hasSize(3).allSatisfy(each -> assertThat(each).contains("ignored"));
  }

  @Test
  void aCallThatIsNotAnsweredInTimeIsAbandonedOnceAndItsLateAnswerIgnored() throws Exception {
    var test = new PeerFixture(RpcLimits.CLIENT);
    var call = test.peer.start("slow", null, MINUTE);
    test.time.awaitSleepers(1);
    test.time.advance(Duration.ofSeconds(60));
    assertThatThrownBy(call::await)
        .isInstanceOf(RpcTimeoutException.class)
        .hasMessageContaining("slow")
        .hasMessageContaining("60000 ms");
    assertThat(test.abandoned.take()).isEqualTo("slow");
    test.receive("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"late\"}");
    call.cancel("again");
    assertThat(test.problems.take()).contains("ignored");
    assertThat(test.abandoned).isEmpty();
  }

  @Test
  void anEarlierDeadlineOfALaterCallIsKept() throws Exception {
    var test = new PeerFixture(RpcLimits.CLIENT);
    var patient = test.peer.start("patient", null, RpcTimeout.of(Duration.ofHours(1)));
    var hasty = test.peer.start("hasty", null, RpcTimeout.of(Duration.ofSeconds(1)));
    test.time.awaitSleepers(1);
    test.time.advance(Duration.ofSeconds(1));
    assertThatThrownBy(hasty::await).isInstanceOf(RpcTimeoutException.class);
    test.time.awaitSleepers(1);
    test.time.advance(Duration.ofHours(1));
    assertThatThrownBy(patient::await).isInstanceOf(RpcTimeoutException.class);
  }

  @Test
  void progressExtendsACallButNeverBeyondItsTotal() throws Exception {
    var test = new PeerFixture(RpcLimits.CLIENT);
    var timeout = new RpcTimeout(Duration.ofSeconds(10), Duration.ofSeconds(25));
    var call = test.peer.start("slow", null, timeout);
    for (int i = 0; i < 2; i++) {
      test.time.awaitSleepers(1);
      test.time.advance(Duration.ofSeconds(9));
      call.extend();
    }
    // The deadline is now at 25 s instead of 28 s. The sleeper finds that at each of its wake-ups.
    assertThat(test.abandoned).isEmpty();
    test.time.awaitSleepers(1);
    test.time.advance(Duration.ofSeconds(6));
    test.time.awaitSleepers(1);
    assertThat(call.deadline()).isEqualTo(test.time.now().plusSeconds(1));
    test.time.advance(Duration.ofSeconds(1));
    assertThatThrownBy(call::await).isInstanceOf(RpcTimeoutException.class);
  }

  @Test
  void anInterruptAbandonsTheCall() throws Exception {
    var test = new PeerFixture(RpcLimits.CLIENT);
    var call = test.peer.start("slow", null, MINUTE);
    Thread.currentThread().interrupt();
    assertThatThrownBy(call::await).isInstanceOf(InterruptedException.class);
    assertThat(test.abandoned.take()).isEqualTo("slow");
  }

  @Test
  void closeReleasesCallersAndHandlersAndIsReportedOnce() throws Exception {
    var test = new PeerFixture(RpcLimits.CLIENT);
    var interrupted = new CountDownLatch(1);
    var began = new CountDownLatch(1);
    test.body =
        _ -> {
          began.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException stop) {
            interrupted.countDown();
            throw stop;
          }
          return RpcJson.object();
        };
    var call = test.peer.start("slow", null, MINUTE);
    test.receive("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"wait\"}");
    began.await();
    test.peer.close("enough");
    test.peer.close("again");
    assertThatThrownBy(call::await)
        .isInstanceOfSatisfying(
            RpcClosedException.class,
            end -> assertThat(end.sent()).isEqualTo(RpcClosedException.Sent.PERHAPS))
        .hasMessage("enough");
    interrupted.await();
    assertThatThrownBy(() -> test.peer.call("late", null, MINUTE)).hasMessage("enough");
    assertThat(test.endings).containsExactly("enough");
    assertThat(test.abandoned).isEmpty();
  }

  @Test
  void aRequestThatCouldNotBeWrittenWasNotSent() throws Exception {
    var test = new PeerFixture(RpcLimits.CLIENT);
    test.broken = true;
    assertThatThrownBy(() -> test.peer.call("one", null, MINUTE))
        .isInstanceOfSatisfying(
            RpcClosedException.class,
            end -> assertThat(end.sent()).isEqualTo(RpcClosedException.Sent.NO))
        .hasMessageContaining("broken pipe");
  }

  @Test
  void requestsAreAnsweredWithTheirIds() throws Exception {
    var test = new PeerFixture(RpcLimits.SERVER);
    for (var id : List.of("1", "\"1\"", "null", "9007199254740993")) {
      test.receive("{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"m\"}".formatted(id));
      var answer = (RpcMessage.Result) test.sent.take();
      assertThat(answer.id().json().toString()).isEqualTo(id);
      assertThat(answer.result().toString()).isEqualTo("{\"method\":\"m\"}");
    }
  }

  @Test
  void notificationsAreHandledInOrderAndNeverAnswered() throws Exception {
    var test = new PeerFixture(RpcLimits.SERVER);
    for (int i = 0; i < 100_000; i++) {
      test.receive("{\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":{\"i\":%d}}".formatted(i));
    }
    int next = 0;
    for (var each : test.heard) {
      assertThat(each.params()).isEqualTo(RpcJson.object().put("i", next++));
    }
    assertThat(next).isEqualTo(100_000);
    assertThat(test.sent).isEmpty();
  }

  @Test
  void aFailingHandlerGivesAnErrorWithoutDetailsAndThePeerStaysUsable() throws Exception {
    var test = new PeerFixture(RpcLimits.SERVER);
    test.body =
        request ->
            switch (request.method()) {
              case "refused" -> throw new RpcErrorException(-7, "refused");
              case "broken" -> throw new IllegalStateException("password=hunter2");
              default -> RpcJson.object();
            };
    test.receive("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"refused\"}");
    assertThat(test.sent.take())
        .isEqualTo(new RpcMessage.Failure(new RpcId.NumberId(1), new RpcError(-7, "refused")));
    test.receive("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"broken\"}");
    assertThat(test.sent.take())
        .isEqualTo(
            new RpcMessage.Failure(
                new RpcId.NumberId(2), new RpcError(RpcError.INTERNAL_ERROR, "internal error")));
    test.receive("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"fine\"}");
    assertThat(test.sent.take()).isInstanceOf(RpcMessage.Result.class);
  }

  @Test
  void requestsBeyondTheLimitAreRefused() throws Exception {
    var test = new PeerFixture(new RpcLimits(2, RpcLimits.UnreadableReply.ERROR));
    var release = new CountDownLatch(1);
    test.body =
        _ -> {
          release.await();
          return RpcJson.object();
        };
    for (int id = 1; id <= 3; id++) {
      test.receive("{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"m\"}".formatted(id));
    }
    var refused = (RpcMessage.Failure) test.sent.take();
    assertThat(refused.id()).isEqualTo(new RpcId.NumberId(3));
    assertThat(refused.error().code()).isEqualTo(RpcError.TOO_BUSY);
    release.countDown();
    var ids = new ArrayList<RpcId>();
    ids.add(((RpcMessage.Result) test.sent.take()).id());
    ids.add(((RpcMessage.Result) test.sent.take()).id());
    assertThat(ids).containsExactlyInAnyOrder(new RpcId.NumberId(1), new RpcId.NumberId(2));
  }

  @Test
  void aSecondRequestWithTheIdOfAnOpenOneIsRefused() throws Exception {
    var test = new PeerFixture(RpcLimits.SERVER);
    var release = new CountDownLatch(1);
    test.body =
        _ -> {
          release.await();
          return RpcJson.object();
        };
    test.receive("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}");
    test.receive("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}");
    assertThat(((RpcMessage.Failure) test.sent.take()).error().code())
        .isEqualTo(RpcError.INVALID_REQUEST);
    release.countDown();
    assertThat(test.sent.take()).isInstanceOf(RpcMessage.Result.class);
  }

  @Test
  void aCancelledRequestIsInterruptedAndItsResultDropped() throws Exception {
    var test = new PeerFixture(RpcLimits.SERVER);
    var began = new CountDownLatch(1);
    var seen = new LinkedBlockingQueue<Boolean>(2);
    test.body =
        request -> {
          if (request.method().equals("other")) {
            return RpcJson.object();
          }
          began.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException _) {
            seen.add(request.isCancelled());
          }
          return RpcJson.object().put("too", "late");
        };
    test.receive("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}");
    began.await();
    assertThat(test.peer.cancelRequest(new RpcId.NumberId(1), new RpcError(-32800, "cancelled")))
        .isTrue();
    assertThat(seen.take()).isTrue();
    assertThat(test.peer.cancelRequest(new RpcId.NumberId(1), null)).isFalse();
    test.receive("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"other\"}");
    assertThat(test.sent.take())
        .isEqualTo(
            new RpcMessage.Failure(new RpcId.NumberId(1), new RpcError(-32800, "cancelled")));
    assertThat(((RpcMessage.Result) test.sent.take()).id()).isEqualTo(new RpcId.NumberId(2));
    assertThat(test.sent).isEmpty();
  }

  @Test
  void anUnreadableMessageIsAnsweredByAServerOnly() throws Exception {
    var server = new PeerFixture(RpcLimits.SERVER);
    server.receive("[]");
    assertThat(((RpcMessage.Failure) server.sent.take()).id()).isEqualTo(new RpcId.NullId());
    var client = new PeerFixture(RpcLimits.CLIENT);
    client.receive("Listening on port 3000");
    assertThat(client.problems.take()).contains("Listening on port 3000");
    assertThat(client.sent).isEmpty();
  }

  @Test
  void anAnswerThatIsTooLargeFailsItsCallAtOnce() throws Exception {
    var test = new PeerFixture(RpcLimits.CLIENT);
    var call = test.peer.start("large", null, MINUTE);
    var head =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":"
            .getBytes(java.nio.charset.StandardCharsets.UTF_8);
    test.peer.receive(RpcJson.oversized(head, new byte[0], 1_000));
    assertThatThrownBy(call::await).hasMessageContaining("longer than 1000 bytes");
  }

  @Test
  void bothSidesAskEachOtherOverFullPipesWithoutInterleaving() throws Exception {
    var limits = new RpcLimits(1_000, RpcLimits.UnreadableReply.NONE);
    try (var pair = new PipedPeers(limits)) {
      assertThat(flood(pair, 500)).hasSize(1_000).allMatch("answered"::equals);
    }
  }

  @Test
  void refusalsDoNotStopTheReaderWhenBothPipesAreFull() throws Exception {
    var limits = new RpcLimits(1, RpcLimits.UnreadableReply.NONE);
    try (var pair = new PipedPeers(limits)) {
      assertThat(flood(pair, 500)).hasSize(1_000).contains("refused", "answered");
    }
  }

  private static List<String> flood(PipedPeers pair, int calls) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ArrayList<Future<String>>();
      for (int i = 0; i < calls; i++) {
        var params = RpcJson.object().put("text", "é→😀".repeat(i)).put("i", i);
        answers.add(threads.submit(() -> askEcho(pair.left, params)));
        answers.add(threads.submit(() -> askEcho(pair.right, params)));
      }
      var all = new ArrayList<String>();
      for (var each : answers) {
        all.add(each.get());
      }
      return all;
    }
  }

  private static String askEcho(RpcPeer peer, JsonNode params) throws Exception {
    try {
      return peer.call("echo", params, MINUTE).equals(params) ? "answered" : "wrong";
    } catch (RpcErrorException refused) {
      return refused.error().code() == RpcError.TOO_BUSY ? "refused" : "failed";
    }
  }

  @Test
  void theEndOfTheStreamEndsTheCallsOfBothSides() throws Exception {
    try (var pair = new PipedPeers(RpcLimits.CLIENT);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var call = threads.submit(() -> pair.left.call("never", null, MINUTE));
      pair.asked.await();
      pair.right.close("bye");
      assertThatThrownBy(call::get)
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseInstanceOf(RpcClosedException.class);
    }
  }

  @Test
  void aPeerThatDoesNotReadBreaksTheConnectionWhenACallIsOverdue() throws Exception {
    try (var stuck = new StuckPeer();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var large = RpcJson.object().put("text", "x".repeat(1_000_000));
      var call = threads.submit(() -> stuck.peer.call("large", large, MINUTE));
      stuck.time.awaitSleepers(1);
      stuck.time.advance(Duration.ofMinutes(1));
      assertThatThrownBy(call::get).hasRootCauseInstanceOf(RpcTimeoutException.class);
      assertThat(stuck.peer.isClosed()).isTrue();
    }
  }
}
