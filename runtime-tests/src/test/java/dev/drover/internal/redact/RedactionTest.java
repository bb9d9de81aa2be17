package dev.drover.internal.redact;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.ModelException;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.watch.Notice;
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

/// Secrets enter by every input path; afterwards the bytes of the store are searched for them.
@Tag("E9")
@Timeout(60)
final class RedactionTest {
  private static final String TOKEN = "ghp" + "_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789";
  private static final String NAMED = "the blue parrot sings";

  @TempDir private Path folder;

  @Test
  void noInputPathStoresASecret() throws Exception {
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
                FakeTool.pure("look", _ -> FakeAgents.done("found " + TOKEN + " and " + NAMED)),
                FakeTool.pure("dig", _ -> FakeAgents.done(huge)))
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
                new ContentBlock.Call(
                    new ToolCall("c1", "send", Text.of("{\"key\":\"" + TOKEN + "\"}")))),
            ModelReply.StopReason.CALLS,
            Usage.NONE);
    var model = FakeModel.playing(secretive, calls("send"), says("over"));
    var session =
        drover
            .agent("asking")
            .model(model)
            .tools(FakeTool.unsafe("send", _ -> FakeAgents.done("sent")))
            .policy(Policy.ASK_ALWAYS)
            .build()
            .open();
    var run = session.send("go");
    var question = ApprovalWaits.forQuestion(drover, run);
    drover
        .approvals()
        .answer(
            question.id(),
            new ApprovalAnswer.No("not with " + TOKEN, ApprovalAnswer.OnDenial.GO_ON),
            "anna");
    run.await();
    // A call with a secret in its arguments is refused, and the model gets the reason.
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
