package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Message;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Session;
import dev.drover.runtime.policy.Policy;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What one session has said is given to another.
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

  /// The messages that the other session's model got.
  private List<Message> copied(Session from) {
    var to = drover.agent("reader").model(reader).build().open();
    to.send(Ask.of("what was said?").withHistory(from.history())).await();
    return reader.requests().getLast().messages();
  }

  @Test
  void twoSteersInARowAreCopied() throws Exception {
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
  void aConversationIsCopiedWhileACallIsUnderWay() throws Exception {
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
