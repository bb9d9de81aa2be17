package dev.drover.internal.takeover;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.codec.InputCodec;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Inbox;
import dev.drover.spi.store.Inbox.InputId;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// More sessions with unread inputs than fit on one page, in a process without their agents.
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
  void anAnswerFromAnotherProcessIsDelivered() {
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
      var question = ApprovalWaits.forQuestion(driving, run);
      elsewhere
          .approvals()
          .answer(question.id(), new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE), "anna");
      assertThat(run.await(Duration.ofSeconds(20)).orElseThrow().text()).isEqualTo("it is paid");
    }
  }
}
