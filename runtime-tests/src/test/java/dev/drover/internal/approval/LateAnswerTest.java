package dev.drover.internal.approval;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Agent;
import dev.drover.Approvals.Receipt;
import dev.drover.Drover;
import dev.drover.DroverBuilder.RecoveryMode;
import dev.drover.OpenMode;
import dev.drover.Session;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ApprovalAnswer.Scope;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.SessionId;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashingStore;
import dev.drover.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Answers after the deadline, in a process that did not ask.
@Tag("E3")
@Timeout(60)
final class LateAnswerTest {
  private static final SessionId SESSION = new SessionId("s-late");
  private static final ApprovalAnswer YES = new ApprovalAnswer.Yes(Scope.ONCE);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofSeconds(10);
  private static final ToolOutcome TOO_LATE =
      new ToolOutcome.Denied("time", "nobody answered in time");

  private final VirtualTime time = new VirtualTime();
  private final MemoryStore store = new MemoryStore();
  private final AtomicInteger sent = new AtomicInteger();
  private final FakeModel model = FakeModel.playing(calls("send"), says("over"));

  private Drover runtime() {
    return Drover.on(new CrashingStore(store, CrashingStore.NEVER_CRASHES))
        .time(time)
        .recovery(RecoveryMode.WHEN_OPENED)
        .build();
  }

  private Agent clerk(Drover drover) {
    return drover
        .agent("clerk")
        .model(model)
        .tools(FakeTool.unsafe("send", _ -> done("sent " + sent.incrementAndGet())))
        .answerWithin(HOUR)
        .build();
  }

  private ApprovalId asked(Drover drover, Session session) {
    return ApprovalWaits.forQuestion(drover, session.send("go")).id();
  }

  private static ToolOutcome outcome(Session session) {
    return session.history().stream()
        .filter(Message.ToolResult.class::isInstance)
        .map(message -> ((Message.ToolResult) message).outcome())
        .findFirst()
        .orElseThrow();
  }

  private void assertNotMade(Session session) {
    assertThat(session.awaitIdle(SHORT)).isTrue();
    assertThat(outcome(session)).isEqualTo(TOO_LATE);
    assertThat(session.lastResponse()).contains("over");
    assertThat(sent).hasValue(0);
  }

  @Test
  void anAnswerInTimeCounts() {
    try (var drover = runtime()) {
      var session = clerk(drover).open(SESSION);
      var question = asked(drover, session);
      time.set(VirtualTime.START.plus(HOUR).minusNanos(1));
      assertThat(drover.approvals().answer(question, YES, "anna")).isEqualTo(Receipt.COUNTED);
      assertThat(session.awaitIdle(SHORT)).isTrue();
      assertThat(sent).hasValue(1);
    }
  }

  /// How the asking process releases the run.
  enum Leaving {
    OF_ALL,
    OF_THE_SESSION
  }

  private ApprovalId askedAndLeft(Leaving leaving, Drover drover) {
    var session = clerk(drover).open(SESSION);
    var question = asked(drover, session);
    switch (leaving) {
      case OF_ALL -> drover.disconnect();
      case OF_THE_SESSION -> session.disconnect();
    }
    time.advance(HOUR.multipliedBy(2));
    return question;
  }

  @ParameterizedTest
  @EnumSource
  void aLateAnswerToAProcessWithTheAgentLetsTheRunContinueWithoutTheCall(Leaving leaving) {
    try (var first = runtime();
        var second = runtime()) {
      var question = askedAndLeft(leaving, first);
      var agent = clerk(second);
      assertThat(second.approvals().answer(question, YES, "anna")).isEqualTo(Receipt.TOO_LATE);
      assertThat(second.approvals().open()).isEmpty();
      assertNotMade(agent.open(SESSION, OpenMode.RESUME));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLateAnswerToAProcessWithoutTheAgentLeavesTheRunToTheNextProcess(Leaving leaving) {
    try (var first = runtime();
        var second = runtime()) {
      var question = askedAndLeft(leaving, first);
      assertThat(second.approvals().answer(question, YES, "anna")).isEqualTo(Receipt.TOO_LATE);
      assertNotMade(clerk(second).open(SESSION, OpenMode.RESUME));
    }
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B10")
  void aReleasedRunContinuesWhenItsSessionIsOpened(Leaving leaving) {
    try (var first = runtime();
        var second = runtime()) {
      askedAndLeft(leaving, first);
      assertNotMade(clerk(second).open(SESSION, OpenMode.RESUME));
    }
  }
}
