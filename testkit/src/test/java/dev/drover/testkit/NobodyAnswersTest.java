package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.drover.kernel.Answer;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Message;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.AgentBuilder;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Retries;
import dev.drover.runtime.WhenNobodyAnswers;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.RunNotOver;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Runs that wait for a person, or for a time, in a program where nobody may be looking.
@Tag("J6")
@Timeout(30)
final class NobodyAnswersTest {
  private final VirtualTime time = new VirtualTime();
  private final Drover drover =
      Drover.on(new MemoryStore())
          .time(time)
          .retries(new Retries(3, Duration.ofSeconds(1), Duration.ofSeconds(30), 0))
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
  void aDeadlineEndsTheWaitAndTheRunStaysAsItIs() {
    var session = clerk("patient").build().open(new SessionId("s-deadline"));
    var overdue =
        catchThrowableOfType(RunNotOver.class, () -> session.ask("go", Duration.ofMillis(200)));
    assertThat(overdue.problem().code()).isEqualTo("run_not_over");
    assertThat(overdue.waitingFor()).isEqualTo("approval s-deadline.e2");
    assertThat(overdue).hasMessageContaining("it waits for approval s-deadline.e2");
    var question = drover.approvals().open().getFirst().id();
    drover.approvals().answer(question, new Answer.Yes(Answer.Scope.ONCE), "anna");
    assertThat(session.run(overdue.run()).orElseThrow().await().text()).isEqualTo("over");
  }

  @Test
  void anAnswerInTimeIsTheAnswer() {
    var session = clerk("quick").policy(Policy.ALLOW_ALL).build().open();
    assertThat(session.ask("go", Duration.ofSeconds(20)).text()).isEqualTo("over");
  }

  @Test
  @Tag("E1")
  void aCallIsDeniedWhereNobodyAnswersAndTheModelReadsWhy() {
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
  void aRunThatParksIsLoggedOnceWithWhatItWaitsFor() throws InterruptedException {
    var session = clerk("logged").build().open(new SessionId("s-logged"));
    var run = session.send("go");
    Waiting.forQuestion(drover, run);
    Waiting.until(() -> !RecordedLog.linesAbout("s-logged").isEmpty());
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
                        throw Fakes.broken(new Failure.Retry.Later(Duration.ofHours(1)));
                      }
                      return says("over");
                    }))
            .build()
            .open(new SessionId("s-retrying"));
    session.send("go");
    Waiting.until(() -> !RecordedLog.linesAbout("s-retrying").isEmpty());
    assertThat(RecordedLog.linesAbout("s-retrying").getFirst())
        .endsWith("waits for the next attempt at 2026-01-01T01:00:00Z");
  }

  @Test
  void anAgentWhoseToolsNoRuleCoversIsNamedWhenItIsBuilt() {
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
