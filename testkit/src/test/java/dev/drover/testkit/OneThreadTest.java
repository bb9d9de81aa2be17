package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.RunStatus;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Session;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.spi.model.ModelRequest;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Which thread carries out what: a run goes on where it is, and never where a tool has been.
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
  void aToolRunsWhereTheModelWasAskedAndNothingElseIsCarriedOutThere() {
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

  /// An own time limit that nobody takes back when the tool has answered.
  @Test
  void whoeverInterruptsTheThreadOfAToolThatIsOverDisturbsNobody() throws Exception {
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
  void aLongRunIsNoDeepStack() {
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
  void whileAToolHangsItsSessionIsHeard() throws Exception {
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
