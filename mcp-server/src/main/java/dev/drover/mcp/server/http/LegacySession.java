package dev.drover.mcp.server.http;

import dev.drover.jsonrpc.RpcId;
import dev.drover.jsonrpc.RpcMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What is known of a legacy client between its calls. It is not a session of an agent, and losing
/// it loses nothing of one.
///
/// Safe for use by any thread.
final class LegacySession {
  static final String HEADER = "Mcp-Session-Id";

  private final String id;
  private final ObjectNode capabilities;
  private final String principal;
  private final Duration answerTime;
  private final Map<RpcId, Question> questions = new ConcurrentHashMap<>();
  private final Map<RpcId, PostedRequest> requests = new ConcurrentHashMap<>();
  private final AtomicLong lastQuestion = new AtomicLong();

  /// A question to the client that waits for its answer.
  private static final class Question {
    private final CountDownLatch answered = new CountDownLatch(1);
    private volatile RpcMessage.@Nullable Answer answer;
  }

  /// Sends a question under this id.
  interface Sending {
    void send(RpcId question) throws IOException;
  }

  LegacySession(String id, ObjectNode capabilities, String principal, Duration answerTime) {
    this.id = id;
    this.capabilities = capabilities;
    this.principal = principal;
    this.answerTime = answerTime;
  }

  String id() {
    return id;
  }

  ObjectNode capabilities() {
    return capabilities;
  }

  boolean isOf(String caller) {
    return principal.equals(caller);
  }

  boolean isIdle() {
    return requests.isEmpty();
  }

  /// @return false if a request with this id is in progress
  boolean begin(RpcId request, PostedRequest posted) {
    return requests.putIfAbsent(request, posted) == null;
  }

  void end(RpcId request) {
    requests.remove(request);
  }

  void cancel(RpcId request) {
    var posted = requests.get(request);
    if (posted != null) {
      posted.cancel();
    }
  }

  void cancelAll() {
    requests.values().forEach(PostedRequest::cancel);
  }

  JsonNode ask(Sending sending) throws IOException, InterruptedException {
    var id = new RpcId.TextId("ask-" + lastQuestion.incrementAndGet());
    var question = new Question();
    questions.put(id, question);
    try {
      sending.send(id);
      if (!question.answered.await(answerTime.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("the client did not answer in time");
      }
    } finally {
      questions.remove(id);
    }
    return switch (question.answer) {
      case RpcMessage.Result(_, var result) -> result;
      case RpcMessage.Failure(_, var error) ->
          throw new IOException("the client refused: " + error.message());
      case null -> throw new IllegalStateException("an answered question has an answer");
    };
  }

  /// @return false if nothing was asked under this id
  boolean answer(RpcMessage.Answer answer) {
    var question = questions.remove(answer.id());
    if (question == null) {
      return false;
    }
    question.answer = answer;
    question.answered.countDown();
    return true;
  }
}
