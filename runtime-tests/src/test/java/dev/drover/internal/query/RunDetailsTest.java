package dev.drover.internal.query;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Ask;
import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.event.RunStatus;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.policy.Policy;
import dev.drover.problem.NotFound.RunNotFound;
import dev.drover.spi.model.Model;
import dev.drover.store.memory.MemoryStore;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("A5")
final class RunDetailsTest {
  private final Drover drover = Drover.on(new MemoryStore()).build();

  @AfterEach
  void close() {
    drover.close();
  }

  private Session open(Model model, FakeTool... tools) {
    var builder = drover.agent("clerk").policy(Policy.ALLOW_ALL).model(model);
    for (var tool : tools) {
      builder.tools(tool);
    }
    return builder.build().open(new SessionId("s-1"));
  }

  @Test
  void aCompletedRunHasItsWholePromptAndItsResult() {
    var session = open(FakeModel.playing(says("It is noon.")));
    var prompt = "What time is it?\n" + "Look twice. ".repeat(2_000);
    var run = session.send(prompt);
    run.await();
    var details = run.details();
    assertThat(details.prompt()).contains(prompt);
    assertThat(details.result()).contains("It is noon.");
    assertThat(details.error()).isEmpty();
    assertThat(details.snapshot()).isEqualTo(run.snapshot());
    assertThat(details.snapshot().eventCount()).isEqualTo(3);
    assertThat(details.snapshot().updatedAt()).isEqualTo(details.snapshot().finishedAt());
  }

  @Test
  void aFailedRunHasAnErrorAndNoResult() {
    var session =
        open(
            new FakeModel(
                (_, _) -> {
                  throw new IllegalStateException("broken");
                }));
    var run = session.send("Try");
    run.await();
    var details = run.details();
    assertThat(details.snapshot().status()).isEqualTo(RunStatus.FAILED);
    assertThat(details.prompt()).contains("Try");
    assertThat(details.result()).isEmpty();
    assertThat(details.error()).map(Problem::code).contains("model_broke");
  }

  @Test
  void aRunThatIsGoingOrWaitsForItsTurnHasAPromptAlone() throws InterruptedException {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var session =
        open(FakeModel.playing(calls("wait"), says("done")), FakeTool.waiting(begun, goOn));
    var first = session.send("First");
    var second = session.send(Ask.of("Second").whenBusy(WhenBusy.QUEUE));
    begun.await();
    for (var run : List.of(first, second)) {
      var details = run.details();
      assertThat(details.result()).isEmpty();
      assertThat(details.error()).isEmpty();
      assertThat(details.snapshot().finishedAt()).isNull();
    }
    assertThat(first.details().prompt()).contains("First");
    assertThat(second.details().prompt()).contains("Second");
    assertThat(second.snapshot().eventCount()).isEqualTo(1);
    assertThat(first.snapshot().eventCount()).isEqualTo(session.eventCount() - 2);
    goOn.countDown();
    second.await();
    assertThat(second.details().prompt()).contains("Second");
    assertThat(second.details().result()).contains("done");
    assertThat(first.snapshot().updatedAt()).isBeforeOrEqualTo(second.snapshot().updatedAt());
  }

  @Test
  void detailsOfAnUnknownRunAreRefused() {
    assertThatThrownBy(() -> drover.queries().details(new RunId("r-none")))
        .isInstanceOf(RunNotFound.class);
  }
}
