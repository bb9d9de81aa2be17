package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.codec.InputCodec;
import dev.drover.kernel.Answer;
import dev.drover.kernel.Input;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.runtime.Drover;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.InputId;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// More sessions than one page has unread inputs, and nobody here has their agent.
@Tag("A13")
@Tag("J2")
@Timeout(60)
final class ManyUnreadTest {
  private static final int MANY = 1_001;

  @TempDir Path folder;

  private Store store() {
    return SqliteStore.open(folder.resolve("drover.db"));
  }

  private void givenUnreadInputsForAnAgentThatIsGone() {
    var body =
        Bytes.of(
            new InputCodec().encode(new Input.CancelRequested(null, "anna", "enough", Text.EMPTY)));
    var store = store();
    try (var drover = Drover.on(store).build()) {
      var gone = drover.agent("gone").model(FakeModel.playing(says("hello"))).build();
      for (int i = 1; i <= MANY; i++) {
        var session = gone.open(new SessionId("s-" + i));
        session.disconnect();
        var item = new Inbox.Item(session.id(), new InputId("i-1"), body, VirtualTime.START);
        assertThat(store.inbox().put(item, 1)).isEqualTo(Inbox.Receipt.ACCEPTED);
      }
      drover.disconnect();
    }
  }

  @Test
  void anAnswerFromAnotherProcessIsHeard() {
    givenUnreadInputsForAnAgentThatIsGone();
    try (var driving = Drover.on(store()).build();
        var elsewhere = Drover.on(store()).build()) {
      var payer =
          driving
              .agent("payer")
              .model(FakeModel.playing(calls("pay"), says("it is paid")))
              .tools(FakeTool.unsafe("pay", _ -> done("paid")))
              .build();
      var run = payer.open().send("pay");
      var question = Waiting.forQuestion(driving, run);
      elsewhere.approvals().answer(question.id(), new Answer.Yes(Answer.Scope.ONCE), "anna");
      assertThat(run.await(Duration.ofSeconds(20)).orElseThrow().text()).isEqualTo("it is paid");
    }
  }
}
