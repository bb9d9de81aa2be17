package dev.drover.internal.dispatch;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.drover.AgentBuilder;
import dev.drover.Drover;
import dev.drover.WhenNobodyAnswers;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.fixture.RecordedLog;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.SessionId;
import dev.drover.policy.Policy;
import dev.drover.problem.WaitEnded.RunWaitTimeout;
import dev.drover.session.ModelRetries;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Runs that wait for a person or a time in a program without a user.
@Tag("J6")
@Timeout(30)
final class NobodyAnswersTest {
  private final VirtualTime time = new VirtualTime();
  private final Drover drover =
      Drover.on(new MemoryStore())
          .time(time)
          .retries(new ModelRetries(3, Duration.ofSeconds(1), Duration.ofSeconds(30), 0))
          .build();

  @AfterEach
  void close() {
    drover.close();
  }

  private AgentBuilder clerk(String name) {
    return drover
        .agent(name)
        .model(FakeModel.playing(calls("send"), says("over")))
        .tools(FakeTool.unsafe("send", _ -> done("sent")));
  }

  @Test
  void aDeadlineEndsTheWaitAndLeavesTheRunUnchanged() {
    var session = clerk("patient").build().open(new SessionId("s-deadline"));
    var overdue =
        catchThrowableOfType(RunWaitTimeout.class, () -> session.ask("go", Duration.ofMillis(200)));
    assertThat(overdue.problem().code()).isEqualTo("run_not_over");
    assertThat(overdue.waitingFor()).isEqualTo("approval s-deadline.e2");
    assertThat(overdue).hasMessageContaining("it waits for approval s-deadline.e2");
    var question = drover.approvals().open().getFirst().id();
    drover.approvals().answer(question, new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE), "anna");
    assertThat(session.run(overdue.run()).orElseThrow().await().text()).isEqualTo("over");
  }

  @Test
  void anAnswerBeforeTheDeadlineIsReturned() {
    var session = clerk("quick").policy(Policy.ALLOW_ALL).build().open();
    assertThat(session.ask("go", Duration.ofSeconds(20)).text()).isEqualTo("over");
  }

  @Test
  @Tag("E1")
  void aCallIsDeniedWithAReasonWhereNobodyAnswersApprovals() {
    var session = clerk("alone").whenNobodyAnswers(WhenNobodyAnswers.DENY).build().open();
    assertThat(session.ask("go").text()).isEqualTo("over");
    var outcome =
        session.history().stream()
            .filter(Message.ToolResult.class::isInstance)
            .map(message -> ((Message.ToolResult) message).outcome())
            .findFirst()
            .orElseThrow();
    assertThat(outcome)
        .isEqualTo(
            new ToolOutcome.Denied(
                "default",
                "a person would have to be asked (default), and nobody is there to answer: no rule"
                    + " is about `send`"));
    assertThat(drover.approvals().open()).isEmpty();
  }

  @Test
  void aParkedRunIsLoggedOnceWithWhatItWaitsFor() throws InterruptedException {
    var session = clerk("logged").build().open(new SessionId("s-logged"));
    var run = session.send("go");
    ApprovalWaits.forQuestion(drover, run);
    ApprovalWaits.until(() -> !RecordedLog.linesAbout("s-logged").isEmpty());
    session.steer("hurry");
    assertThat(RecordedLog.linesAbout("s-logged"))
        .containsExactly(
            "WARN session s-logged: run %s waits for an answer to approval s-logged.e2"
                .formatted(run.id()));
  }

  @Test
  void aRunThatWaitsForItsNextAttemptIsLogged() throws InterruptedException {
    var attempts = new AtomicInteger();
    var session =
        drover
            .agent("retrying")
            .model(
                new FakeModel(
                    (_, _) -> {
                      if (attempts.incrementAndGet() == 1) {
                        throw FakeAgents.broken(new Failure.Retry.Later(Duration.ofHours(1)));
                      }
                      return says("over");
                    }))
            .build()
            .open(new SessionId("s-retrying"));
    session.send("go");
    ApprovalWaits.until(() -> !RecordedLog.linesAbout("s-retrying").isEmpty());
    assertThat(RecordedLog.linesAbout("s-retrying").getFirst())
        .endsWith("waits for the next attempt at 2026-01-01T01:00:00Z");
  }

  @Test
  void anAgentWithToolsThatNoRuleCoversIsLoggedWhenItIsBuilt() {
    clerk("uncovered").build();
    clerk("covered").policy(Policy.ASK_ALWAYS.allowing("send")).build();
    clerk("denied").whenNobodyAnswers(WhenNobodyAnswers.DENY).build();
    assertThat(RecordedLog.linesAbout("'uncovered'"))
        .singleElement()
        .satisfies(line -> assertThat(line).startsWith("WARN agent 'uncovered'").contains("send"));
    assertThat(RecordedLog.linesAbout("'covered'")).isEmpty();
    assertThat(RecordedLog.linesAbout("'denied'")).isEmpty();
  }
}
