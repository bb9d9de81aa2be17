package dev.drover.internal.dispatch;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ModelReply;
import dev.drover.policy.Policy;
import dev.drover.spi.model.ModelRequest;
import dev.drover.store.memory.MemoryStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Which thread does what: a run continues on its thread, and never on one that a tool has used.
@Timeout(30)
final class OneThreadTest {
  private static final int TURNS = 60;

  private final List<Thread> asked = Collections.synchronizedList(new ArrayList<>());
  private final List<Thread> called = Collections.synchronizedList(new ArrayList<>());

  private static ModelReply next(ModelRequest request, int turns) {
    long said = request.messages().stream().filter(Message.Assistant.class::isInstance).count();
    return said < turns ? calls("look") : says("done");
  }

  private Session open(Drover drover, FakeModel model, FakeTool tool) {
    return drover
        .agent("walker")
        .model(model)
        .tools(tool)
        .maxTurns(2 * TURNS)
        .policy(Policy.ALLOW_ALL)
        .build()
        .open();
  }

  @Test
  void aToolRunsOnTheThreadOfItsModelCallAndNothingElseDoes() {
    var model =
        new FakeModel(
            (request, _) -> {
              asked.add(Thread.currentThread());
              return next(request, 3);
            });
    var tool =
        FakeTool.pure(
            "look",
            _ -> {
              called.add(Thread.currentThread());
              return done("seen " + called.size());
            });
    try (var drover = Drover.on(new MemoryStore()).build()) {
      assertThat(open(drover, model, tool).ask("go").text()).isEqualTo("done");
    }
    assertThat(called).isEqualTo(asked.subList(0, 3)).doesNotHaveDuplicates();
    assertThat(asked).hasSize(4).doesNotHaveDuplicates();
  }

  /// A time limit of the tool's own that is not cancelled after the tool has returned.
  @Test
  void interruptingTheThreadOfAnEndedToolAffectsNothingElse() throws Exception {
    var interrupted = new CountDownLatch(1);
    var model =
        new FakeModel(
            (request, _) -> {
              if (!called.isEmpty()) {
                interrupted.await();
              }
              return next(request, 2);
            });
    var tool =
        FakeTool.unsafe(
            "look",
            _ -> {
              called.add(Thread.currentThread());
              return done("seen " + called.size());
            });
    try (var drover = Drover.on(new MemoryStore()).build()) {
      var run = open(drover, model, tool).send("go");
      while (called.isEmpty()) {
        Thread.onSpinWait();
      }
      called.getFirst().interrupt();
      interrupted.countDown();
      assertThat(run.await().text()).isEqualTo("done");
    }
    assertThat(called).hasSize(2);
  }

  @Test
  void aLongRunDoesNotGrowTheStack() {
    var depths = Collections.synchronizedList(new ArrayList<Long>());
    var model =
        new FakeModel(
            (request, _) -> {
              depths.add(StackWalker.getInstance().walk(frames -> frames.count()));
              return next(request, TURNS);
            });
    try (var drover = Drover.on(new MemoryStore()).build()) {
      var tool = FakeTool.pure("look", _ -> done("seen " + depths.size()));
      assertThat(open(drover, model, tool).ask("go").text()).isEqualTo("done");
    }
    assertThat(depths).hasSize(TURNS + 1);
    assertThat(depths.getLast()).isLessThan(depths.getFirst() + 5);
  }

  @Test
  void aSessionAcceptsInputWhileItsToolHangs() throws Exception {
    var begun = new CountDownLatch(1);
    var tool =
        FakeTool.pure(
            "look",
            _ -> {
              begun.countDown();
              new CountDownLatch(1).await();
              return done("never");
            });
    try (var drover = Drover.on(new MemoryStore()).build()) {
      var session = open(drover, new FakeModel((request, _) -> next(request, 1)), tool);
      var run = session.send("go");
      begun.await();
      run.cancel();
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
      assertThat(session.history()).isNotEmpty();
    }
  }
}
