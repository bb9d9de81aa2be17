package dev.drover.internal.admit;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import dev.drover.policy.Policy;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Copies the history of one session into another.
@Tag("B3")
@Timeout(60)
final class HistoryCopyTest {
  private final Drover drover = Drover.inMemory();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final FakeModel reader = FakeModel.playing(says("read"));

  @AfterEach
  void close() {
    drover.close();
  }

  private Session talker(FakeModel model) {
    return drover
        .agent("talker")
        .model(model)
        .tools(FakeTool.waiting(begun, goOn))
        .policy(Policy.ALLOW_ALL)
        .build()
        .open();
  }

  /// The messages that the other session's model received.
  private List<Message> copied(Session from) {
    var to = drover.agent("reader").model(reader).build().open();
    to.send(Ask.of("what was said?").withHistory(from.history())).await();
    return reader.requests().getLast().messages();
  }

  @Test
  void twoConsecutiveSteersAreCopied() throws Exception {
    var session = talker(FakeModel.playing(calls("wait"), says("done")));
    var run = session.send("go");
    begun.await();
    session.steer("left");
    session.steer("right");
    goOn.countDown();
    run.await();
    assertThat(copied(session))
        .startsWith(session.history().toArray(Message[]::new))
        .endsWith(new Message.User(Text.of("what was said?")));
  }

  @Test
  @Tag("C6")
  void aCompactedConversationIsCopied() {
    var session = talker(new FakeModel((_, _) -> says("all is well")));
    session.ask("one");
    session.ask("two");
    session.ask("three");
    assertThat(session.compact()).isPresent();
    assertThat(copied(session)).startsWith(session.history().toArray(Message[]::new));
    session.compact(1);
    assertThat(copied(session)).startsWith(session.history().toArray(Message[]::new));
  }

  @Test
  void aConversationIsCopiedDuringACall() throws Exception {
    var session = talker(FakeModel.playing(calls("wait"), says("done")));
    var run = session.send("go");
    begun.await();
    var copy = copied(session);
    assertThat(copy.get(2))
        .isInstanceOfSatisfying(
            Message.ToolResult.class,
            result ->
                assertThat(result.outcome())
                    .isEqualTo(new ToolOutcome.Cancelled("it was under way when this was copied")));
    assertThat(copy).hasSize(4);
    goOn.countDown();
    assertThat(run.await().text()).isEqualTo("done");
  }

  @Test
  void aCancelledConversationIsCopied() throws Exception {
    var session = talker(FakeModel.playing(calls("wait"), says("done")));
    session.send("go");
    begun.await();
    session.cancel();
    assertThat(copied(session)).startsWith(session.history().toArray(Message[]::new));
  }
}
