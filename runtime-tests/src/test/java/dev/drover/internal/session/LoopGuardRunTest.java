package dev.drover.internal.session;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.AgentBuilder;
import dev.drover.Drover;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.budget.RunLimits.LoopGuard;
import dev.drover.kernel.event.RunStatus;
import dev.drover.policy.Policy;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("C7")
@Timeout(60)
final class LoopGuardRunTest {
  private final AtomicInteger looks = new AtomicInteger();

  /// Calls a tool for as long as it is offered one.
  private final FakeModel stuck =
      new FakeModel((request, _) -> request.tools().isEmpty() ? says("stuck") : calls("look"));

  private AgentBuilder clerk(Drover drover) {
    return drover
        .agent("clerk")
        .model(stuck)
        .tools(
            FakeTool.pure(
                "look",
                _ -> {
                  looks.incrementAndGet();
                  return done("nothing");
                }))
        .policy(Policy.ALLOW_ALL);
  }

  @Test
  void aRunThatRepeatsItselfIsStoppedAndTheUserGetsAnAnswer() {
    try (var drover = Drover.inMemory()) {
      var session = clerk(drover).build().open();
      var report = session.send("find it").await();
      assertThat(report.status()).isEqualTo(RunStatus.FAILED);
      assertThat(report.text()).isEqualTo("stuck");
      assertThat(Objects.requireNonNull(report.failure()).problem().code())
          .isEqualTo("loop_detected");
      assertThat(looks).hasValue(3);
      // The session stays usable.
      assertThat(session.send("again").await().text()).isEqualTo("stuck");
    }
  }

  @Test
  void theHostConfiguresTheRepetitionLimit() {
    try (var drover = Drover.inMemory()) {
      var session = clerk(drover).loopGuard(LoopGuard.OFF).maxTurns(7).build().open();
      var report = session.send("find it").await();
      assertThat(Objects.requireNonNull(report.failure()).problem().code())
          .isEqualTo("out_of_turns");
      assertThat(looks).hasValue(7);
    }
  }
}
