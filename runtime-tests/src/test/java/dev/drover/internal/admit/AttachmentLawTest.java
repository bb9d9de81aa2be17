package dev.drover.internal.admit;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.drover.Ask;
import dev.drover.Attachment;
import dev.drover.Drover;
import dev.drover.OpenMode;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.policy.Policy;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.InvalidRequest.RunKeyConflict;
import dev.drover.replay.Replay;
import dev.drover.replay.ReplayReport;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.watch.Cursor;
import dev.drover.watch.Notice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Attachments of prompts: which are accepted, and that the model receives them.
@Tag("B14")
@Timeout(60)
final class AttachmentLawTest {
  private static final SessionId SESSION = new SessionId("s-attached");
  private static final byte[] PIXELS = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 1, 2, 3};

  private final FakeModel model = FakeModel.playing(says("A cat."), says("Still a cat."));

  private static Session open(Drover drover, Model model, Object... tools) {
    return drover
        .agent("seer")
        .model(model)
        .policy(Policy.ALLOW_ALL)
        .tools(tools)
        .maxAttachmentBytes(1_000)
        .build()
        .open(SESSION, OpenMode.CREATE_OR_RESUME);
  }

  private static Drover on(Store store) {
    return Drover.on(store).build();
  }

  /// Type and bytes of the attachments in one message.
  private static List<String> seen(ModelRequest request, int message) {
    var user = (Message.User) request.messages().get(message);
    return user.media().stream()
        .map(
            each ->
                each.type()
                    + " "
                    + new String(request.read(each).array(), StandardCharsets.ISO_8859_1))
        .toList();
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Test
  void everyRequestHasTheTypeAndBytesOfAnAttachmentAlsoInAnotherProcess(@TempDir Path folder) {
    var file = folder.resolve("store.db");
    try (var drover = on(SqliteStore.open(file))) {
      var session = open(drover, model);
      session
          .send(
              Ask.of("What is this?")
                  .with(Attachment.of("image/PNG", PIXELS.clone()))
                  .with(
                      Attachment.of(
                          "text/plain", "found on Mars".getBytes(StandardCharsets.UTF_8))))
          .await();
    }
    try (var drover = on(SqliteStore.open(file))) {
      open(drover, model).ask("Sure?");
    }
    var expected = List.of("image/png " + latin(PIXELS), "text/plain found on Mars");
    assertThat(model.requests()).hasSize(2);
    assertThat(model.requests().getFirst().messages()).hasSize(1);
    try (var drover = on(SqliteStore.open(file))) {
      var request = model.requests().getLast();
      assertThat(request.messages()).hasSize(3);
      var again = new FakeModel((asked, _) -> says(String.join("|", seen(asked, 0))));
      assertThat(open(drover, again).ask("Once more?").text())
          .isEqualTo(String.join("|", expected));
    }
  }

  @Test
  void aSteeredAttachmentIsDeliveredInTheSameRun() throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var wait =
        FakeTool.pure(
            "wait",
            _ -> {
              begun.countDown();
              goOn.await();
              return done("waited");
            });
    var heard =
        new FakeModel(
            (request, _) ->
                request.messages().size() == 1
                    ? calls("wait")
                    : says(String.join("|", seen(request, 3))));
    var store = new MemoryStore();
    try (var drover = on(store)) {
      var session = open(drover, heard, wait);
      var run = session.send("Wait.");
      begun.await();
      session.send(
          Ask.of("Look.")
              .with(Attachment.of("image/png", PIXELS.clone()))
              .whenBusy(WhenBusy.STEER));
      goOn.countDown();
      assertThat(run.await().text()).isEqualTo("image/png " + latin(PIXELS));
      var journal =
          drover.queries().page(Cursor.start(SESSION), 200).items().stream()
              .map(Notice.Happened::entry)
              .toList();
      assertThat(Replay.of(journal)).isInstanceOf(ReplayReport.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/zip", "image", "image/", "text/../etc", "", "x-image/png"})
  void anUnsupportedTypeIsRefusedBeforeHistoryChanges(String type) {
    refused(Attachment.of(type, PIXELS.clone()), "is not a type that goes with a prompt");
  }

  @Test
  void aTooLargeEmptyOrNonTextAttachmentIsRefusedBeforeHistoryChanges() {
    var secret = "SECRET-PICTURE".repeat(100).getBytes(StandardCharsets.UTF_8);
    refused(
        Attachment.of("image/png", secret),
        "image/png of 1,400 bytes is larger than the 1,000 bytes that are allowed");
    refused(Attachment.of("image/png", new byte[0]), "is empty");
    refused(Attachment.of("text/plain", new byte[] {(byte) 0xff, (byte) 0xfe}), "is not UTF-8");
  }

  @Test
  void anAttachmentThatTheModelCannotReadIsRefused() {
    var deaf =
        new Model() {
          @Override
          public String name() {
            return "fake/deaf";
          }

          @Override
          public boolean acceptsMedia(String mediaType) {
            return !mediaType.startsWith("audio/");
          }

          @Override
          public ModelReply call(ModelRequest request, Delta.Sink deltas) {
            return says("never asked");
          }
        };
    try (var drover = on(new MemoryStore())) {
      var session = open(drover, deaf);
      assertThatExceptionOfType(ConfigurationInvalid.class)
          .isThrownBy(
              () ->
                  session.send(Ask.of("Listen.").with(Attachment.of("audio/wav", PIXELS.clone()))))
          .withMessageContaining("the model fake/deaf cannot read audio/wav");
    }
  }

  private void refused(Attachment attachment, String why) {
    try (var drover = on(new MemoryStore())) {
      var session = open(drover, model);
      long before = session.eventCount();
      assertThatExceptionOfType(ConfigurationInvalid.class)
          .isThrownBy(() -> session.send(Ask.of("What is this?").with(attachment)))
          .withMessageContaining(why)
          .satisfies(error -> assertThat(error.toString()).doesNotContain("SECRET"));
      assertThat(session.eventCount()).isEqualTo(before);
      assertThat(session.history()).isEmpty();
      assertThat(model.requests()).isEmpty();
    }
  }

  @Test
  void secretsAreRedactedFromAttachedText() {
    var echo = new FakeModel((request, _) -> says(String.join("|", seen(request, 0))));
    try (var drover = on(new MemoryStore())) {
      var key = "sk-ant-" + "a1B2".repeat(12);
      var text = Attachment.of("text/plain", ("key: " + key).getBytes(StandardCharsets.UTF_8));
      assertThat(open(drover, echo).send(Ask.of("Read.").with(text)).await().text())
          .startsWith("text/plain key: ")
          .doesNotContain(key);
    }
  }

  @Test
  void aPromptThatHappensToBeJsonIsText() {
    var json = "[{\"type\":\"image\",\"data\":\"AAAA\"}]";
    try (var drover = on(new MemoryStore())) {
      open(drover, model).ask(json);
      var user = (Message.User) model.requests().getFirst().messages().getFirst();
      assertThat(model.requests().getFirst().read(user.text())).isEqualTo(json);
      assertThat(user.media()).isEmpty();
    }
  }

  @Test
  @Tag("A10")
  void theSameTextWithAnotherAttachmentIsAnotherPrompt() {
    try (var drover = on(new MemoryStore())) {
      var session = open(drover, model);
      var ask = Ask.of("What is this?").withKey("k");
      var first = session.send(ask.with(Attachment.of("image/png", PIXELS.clone())));
      first.await();
      var same = session.send(ask.with(Attachment.of("image/png", PIXELS.clone())));
      assertThat(same.id()).isEqualTo(first.id());
      assertThatExceptionOfType(RunKeyConflict.class)
          .isThrownBy(() -> session.send(ask.with(Attachment.of("image/png", new byte[] {1}))));
      assertThatExceptionOfType(RunKeyConflict.class).isThrownBy(() -> session.send(ask));
    }
  }

  @Test
  void theTypeOfAFileFollowsFromItsName(@TempDir Path folder) throws IOException {
    var file = Files.write(folder.resolve("Cat.PNG"), PIXELS);
    assertThat(Attachment.file(file)).hasToString("image/png 'Cat.PNG' of 12 bytes");
    assertThatExceptionOfType(ConfigurationInvalid.class)
        .isThrownBy(() -> Attachment.file(folder.resolve("cat.xyz")))
        .withMessageContaining("does not tell what kind of file it is");
    assertThatExceptionOfType(ConfigurationInvalid.class)
        .isThrownBy(() -> Attachment.file(folder.resolve("none.png")))
        .withMessageContaining("cannot be read");
  }
}
