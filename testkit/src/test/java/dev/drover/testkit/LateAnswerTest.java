package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Answer;
import dev.drover.kernel.Answer.Scope;
import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.Message;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.Agent;
import dev.drover.runtime.Approvals.Receipt;
import dev.drover.runtime.Drover;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.Recovery;
import dev.drover.runtime.Session;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Answers that come when the time for them is over, in a process that did not ask.
@Tag("E3")
@Timeout(60)
final class LateAnswerTest {
  private static final SessionId SESSION = new SessionId("s-late");
  private static final Answer YES = new Answer.Yes(Scope.ONCE);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofSeconds(10);
  private static final ToolOutcome TOO_LATE =
      new ToolOutcome.Denied("time", "nobody answered in time");

  private final VirtualTime time = new VirtualTime();
  private final MemoryStore store = new MemoryStore();
  private final AtomicInteger sent = new AtomicInteger();
  private final FakeModel model = FakeModel.playing(calls("send"), says("over"));

  private Drover runtime() {
    return Drover.on(new MortalStore(store, MortalStore.IMMORTAL))
        .time(time)
        .recovery(Recovery.WHEN_OPENED)
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
    return Waiting.forQuestion(drover, session.send("go")).id();
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
  void whoeverIsInTimeCounts() {
    try (var drover = runtime()) {
      var session = clerk(drover).open(SESSION);
      var question = asked(drover, session);
      time.set(VirtualTime.START.plus(HOUR).minusNanos(1));
      assertThat(drover.approvals().answer(question, YES, "anna")).isEqualTo(Receipt.COUNTED);
      assertThat(session.awaitIdle(SHORT)).isTrue();
      assertThat(sent).hasValue(1);
    }
  }

  /// How the process that asked lets go.
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
  void aProcessThatCanDriveTheRunGoesOnWithoutTheCall(Leaving leaving) {
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
  void aProcessThatCannotDriveItLeavesTheEndToTheNextOne(Leaving leaving) {
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
  void aRunThatWasLetGoOfIsDrivenOnByWhoeverOpensIt(Leaving leaving) {
    try (var first = runtime();
        var second = runtime()) {
      askedAndLeft(leaving, first);
      assertNotMade(clerk(second).open(SESSION, OpenMode.RESUME));
    }
  }
}
