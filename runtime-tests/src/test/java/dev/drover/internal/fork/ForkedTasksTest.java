package dev.drover.internal.fork;

import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.Run;
import dev.drover.Session;
import dev.drover.WhatIf;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.TaskStatus;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.policy.Policy;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.task.Subagent;
import dev.drover.watch.Cursor;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Forks of parents and of children.
@Tag("B12")
@Timeout(60)
final class ForkedTasksTest {
  private static final SessionId SOURCE = new SessionId("s-source");
  private static final SessionId CHILD = new SessionId("s-source-e2");

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  /// The first reply of the scout waits; the second does not.
  private ModelReply scout(ModelRequest request) throws InterruptedException {
    boolean isFirst =
        request.messages().stream().filter(Message.User.class::isInstance).count() == 1;
    if (isFirst && begun.getCount() > 0) {
      begun.countDown();
      goOn.await();
      return says("found");
    }
    return says("found again");
  }

  private static ModelReply clerk(ModelRequest request, String mode) {
    return switch (request.messages().getLast()) {
      case Message.User(var text, _) when text.equals(Text.of("look")) ->
          new ModelReply(
              List.of(
                  new ContentBlock.Call(
                      new ToolCall(
                          "c1",
                          "task",
                          Text.of(
                              "{\"agent\":\"scout\",\"prompt\":\"find it\"%s}".formatted(mode))))),
              StopReason.CALLS,
              new Usage(10, 2, 0, 0, 0));
      case Message.ToolResult(_, _, _, ToolOutcome.Succeeded(var content, _), _) ->
          says("heard: " + request.read(content));
      case Message.User _, Message.Assistant _, Message.ToolResult _ -> says("well");
    };
  }

  private Session open(Drover drover, String mode) {
    return drover
        .agent("clerk")
        .model(
            new FakeModel(
                (request, _) ->
                    request.agent().equals("clerk/scout") ? scout(request) : clerk(request, mode)))
        .policy(Policy.ALLOW_ALL)
        .subagents(List.of(Subagent.of("scout", "finds things", "Find it.")))
        .build()
        .open(SOURCE);
  }

  private static List<Event> events(Drover drover, SessionId session) {
    return drover.queries().page(Cursor.start(session), 1_000).items().stream()
        .map(item -> item.event())
        .toList();
  }

  @Test
  @Tag("F1")
  void aTaskContinuesOnlyForTheSourceInMemory() throws Exception {
    forkWhileTheChildWorks(new MemoryStore());
  }

  @Test
  @Tag("F1")
  void aTaskContinuesOnlyForTheSourceOnSqlite(@TempDir Path folder) throws Exception {
    forkWhileTheChildWorks(SqliteStore.open(folder.resolve("s.db")));
  }

  private void forkWhileTheChildWorks(Store store) throws Exception {
    try (var drover = Drover.on(store).build()) {
      var source = open(drover, "");
      var run = source.send("look");
      begun.await();
      var fork = source.fork();
      assertThat(fork.isIdle()).isTrue();
      assertThat(fork.tasks().all()).isEmpty();
      assertThat(fork.tasks().cancel(CHILD)).isFalse();
      assertThat(fork.history())
          .anyMatch(
              message ->
                  message instanceof Message.ToolResult(_, _, _, ToolOutcome.Unknown(var why), _)
                      && why.contains("the task s-source-e2 was going"));
      assertThat(fork.cancel()).isFalse();
      assertThat(fork.ask("and here?").text()).isEqualTo("well");
      fork.close();
      assertThat(source.tasks().pending()).hasSize(1);
      goOn.countDown();
      assertThat(run.await().text()).isEqualTo("heard: found");
      assertThat(events(drover, SOURCE))
          .containsOnlyOnce(
              new Event.TaskEnded(
                  CHILD, TaskStatus.COMPLETED, source.tasks().all().getFirst().usage()));
      assertThat(store.inbox().waiting(fork.id(), 10)).isEmpty();
      assertThat(events(drover, fork.id())).noneMatch(Event.TaskEnded.class::isInstance);
    }
  }

  @Test
  @Tag("F3")
  void aBackgroundTaskWakesTheSourceAndNotTheFork() throws Exception {
    try (var drover = Drover.inMemory()) {
      var source = open(drover, ",\"background\":true");
      source.ask("look");
      begun.await();
      var fork = source.fork();
      assertThat(fork.history().get(fork.history().size() - 2))
          .isInstanceOfSatisfying(
              Message.User.class,
              told -> assertThat(fork.read(told.text())).contains("you will not be told"));
      fork.delete();
      goOn.countDown();
      var woken = new RunId("w-" + CHILD);
      try (var events = source.events()) {
        while (source.run(woken).isEmpty()) {
          events.next();
        }
      }
      source.run(woken).orElseThrow().await();
      assertThat(source.runs()).hasSize(2);
    }
  }

  @Test
  @Tag("F4")
  void aForkOfAChildHasNoParent() throws Exception {
    try (var drover = Drover.inMemory()) {
      var source = open(drover, "");
      var run = source.send("look");
      begun.await();
      Run other = WhatIf.of(drover, new RunId(CHILD.value())).saying("quick").start();
      assertThat(other.await().text()).isEqualTo("found again");
      assertThat(source.tasks().all()).hasSize(1);
      assertThat(source.tasks().pending()).hasSize(1);
      assertThat(events(drover, SOURCE)).noneMatch(Event.TaskEnded.class::isInstance);
      goOn.countDown();
      assertThat(run.await().text()).isEqualTo("heard: found");
    }
  }
}
