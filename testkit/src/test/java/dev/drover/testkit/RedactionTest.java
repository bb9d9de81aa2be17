package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Answer;
import dev.drover.kernel.Block;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.Problem;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.ModelException;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Secrets come in by every door there is; afterwards the bytes of the store are searched for them.
@Tag("E9")
@Timeout(60)
final class RedactionTest {
  private static final String TOKEN = "ghp" + "_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789";
  private static final String NAMED = "the blue parrot sings";

  @TempDir private Path folder;

  @Test
  void noDoorLetsASecretIntoTheStore() throws Exception {
    try (var drover = open()) {
      promptReplyAndTool(drover);
      errors(drover);
      answers(drover);
      cancelInTheMiddleOfASentence(drover);
    }
    assertNoSecretInTheStore();
  }

  private Drover open() {
    return Drover.on(SqliteStore.open(folder.resolve("drover.db"))).secrets(List.of(NAMED)).build();
  }

  private static void promptReplyAndTool(Drover drover) {
    var filler = "a line of words, ".repeat(8_000);
    var huge = String.join(" ", filler, TOKEN, NAMED, filler);
    var model = FakeModel.playing(calls("look", "dig"), says("It is " + TOKEN + " " + NAMED));
    var session =
        drover
            .agent("reader")
            .model(model)
            .instructions("The password is " + NAMED)
            .tools(
                FakeTool.pure("look", _ -> Fakes.done("found " + TOKEN + " and " + NAMED)),
                FakeTool.pure("dig", _ -> Fakes.done(huge)))
            .policy(Policy.ALLOW_ALL)
            .build()
            .open();
    var report = session.send(Ask.of("My token is " + TOKEN + ", and " + NAMED)).await();
    assertThat(report.text()).isEqualTo("It is [redacted github-token] [redacted secret]");
    assertThat(model.requests().getLast().messages().toString())
        .contains("found [redacted github-token] and [redacted secret]")
        .doesNotContain(TOKEN);
  }

  private static void errors(Drover drover) {
    var failing =
        drover
            .agent("failing")
            .model(
                new FakeModel(
                    (_, _) -> {
                      throw new ModelException(
                          Failure.lasting(
                              new Problem("model_refused", "Refused", "key " + TOKEN, NAMED)),
                          null);
                    }))
            .build()
            .open();
    assertThat(failing.send("go").await().toString()).doesNotContain(TOKEN).doesNotContain(NAMED);
    drover
        .agent("throwing")
        .model(FakeModel.playing(calls("boom"), says("over")))
        .tools(
            FakeTool.pure(
                "boom",
                _ -> {
                  throw new IOException("cannot use " + TOKEN + " " + NAMED);
                }))
        .policy(Policy.ALLOW_ALL)
        .build()
        .open()
        .send("go")
        .await();
  }

  private static void answers(Drover drover) {
    var secretive =
        new ModelReply(
            List.of(
                new Block.Call(new ToolCall("c1", "send", Text.of("{\"key\":\"" + TOKEN + "\"}")))),
            ModelReply.StopReason.CALLS,
            Usage.NONE);
    var model = FakeModel.playing(secretive, calls("send"), says("over"));
    var session =
        drover
            .agent("asking")
            .model(model)
            .tools(FakeTool.unsafe("send", _ -> Fakes.done("sent")))
            .policy(Policy.ASK_ALWAYS)
            .build()
            .open();
    var run = session.send("go");
    var question = Waiting.forQuestion(drover, run);
    drover
        .approvals()
        .answer(question.id(), new Answer.No("not with " + TOKEN, Answer.Then.GO_ON), "anna");
    run.await();
    // A call with a secret in its arguments is not made, and the model is told why.
    assertThat(session.history())
        .filteredOn(Message.ToolResult.class::isInstance)
        .first()
        .extracting(message -> ((Message.ToolResult) message).outcome())
        .isInstanceOfSatisfying(
            ToolOutcome.Refused.class,
            refused -> assertThat(refused.reason()).contains("Use a placeholder"));
  }

  private static void cancelInTheMiddleOfASentence(Drover drover) throws Exception {
    var streamed = new CountDownLatch(1);
    var session =
        drover
            .agent("streaming")
            .model(
                new FakeModel(
                    (_, deltas) -> {
                      deltas.accept(new Delta.TextDelta("so " + TOKEN.substring(0, 20)));
                      deltas.accept(new Delta.TextDelta(TOKEN.substring(20) + " it is"));
                      streamed.countDown();
                      new CountDownLatch(1).await();
                      return says("");
                    }))
            .build()
            .open();
    var shown = new ArrayList<String>();
    var run = session.send("go");
    streamed.await();
    session.cancel();
    try (var events = run.events()) {
      for (var notice : events) {
        shown.add(notice instanceof Notice.Happened(_, var bytes) ? bytes.toString() : "" + notice);
      }
    }
    assertThat(shown.toString()).doesNotContain(TOKEN).doesNotContain(TOKEN.substring(0, 20));
    assertThat(session.history().getLast().toString()).contains("so [redacted github-token] it is");
  }

  private void assertNoSecretInTheStore() throws IOException {
    int files = 0;
    try (var all = Files.walk(folder)) {
      for (var file : all.filter(Files::isRegularFile).toList()) {
        var bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        assertThat(bytes.contains(TOKEN)).as("%s has the token", file).isFalse();
        assertThat(bytes.contains(NAMED)).as("%s has the named secret", file).isFalse();
        files++;
      }
    }
    assertThat(files).isPositive();
  }
}
