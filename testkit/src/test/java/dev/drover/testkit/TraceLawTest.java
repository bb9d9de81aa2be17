package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.kernel.Answer;
import dev.drover.kernel.Identity;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.Drover;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.problem.CursorInvalid;
import dev.drover.runtime.trace.TraceSpan;
import dev.drover.runtime.trace.TraceSpan.Kind;
import dev.drover.runtime.trace.TraceSpan.Status;
import dev.drover.runtime.watch.Cursor;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What took how long, of sessions that really ran.
@Tag("H7")
@Timeout(60)
final class TraceLawTest {
  private static final SessionId SESSION = new SessionId("s-traced");

  @Test
  @Tag("B8")
  void aWaitForAPersonIsSeenWhileItLastsAndAfterwards() {
    var time = new VirtualTime();
    try (var drover = Drover.on(new MemoryStore()).time(time).build()) {
      var session =
          drover
              .agent("clerk")
              .model(FakeModel.playing(calls("send"), says("over")))
              .tools(FakeTool.unsafe("send", _ -> done("sent")))
              .build()
              .as(Identity.ofTenant("acme").correlation("T-17"))
              .open(SESSION);
      var run = session.send("go");
      var question = Waiting.forQuestion(drover, run);
      time.advance(Duration.ofHours(3));
      var open = session.trace(Cursor.start(SESSION), 100).spans();
      assertThat(open)
          .extracting(TraceSpan::kind, TraceSpan::status)
          .containsExactly(
              tuple(Kind.RUN, Status.OPEN),
              tuple(Kind.MODEL_CALL, Status.SUCCEEDED),
              tuple(Kind.TOOL_CALL, Status.OPEN),
              tuple(Kind.APPROVAL, Status.OPEN));
      assertThat(open.getFirst().attributes())
          .containsEntry("tenant", "acme")
          .containsEntry("correlation", "T-17");
      drover.approvals().answer(question.id(), new Answer.Yes(Answer.Scope.ONCE), "anna");
      run.await();
      var closed = session.trace(Cursor.start(SESSION), 100).spans();
      assertThat(closed).extracting(TraceSpan::status).containsOnly(Status.SUCCEEDED);
      var wait = closed.get(3);
      assertThat(wait.end()).isEqualTo(wait.start().plus(Duration.ofHours(3)));
      assertThat(closed).extracting(TraceSpan::parent).startsWith(null, run.id().value());
      assertThat(drover.archive().trace(Cursor.start(SESSION), 2).spans())
          .isEqualTo(closed.subList(0, 2));
    }
  }

  @Test
  @Tag("A9")
  void aCursorOfAnotherSessionOrPastTheEndIsAnError() {
    try (var drover = Drover.inMemory()) {
      var session =
          drover.agent("clerk").model(FakeModel.playing(says("over"))).build().open(SESSION);
      assertThat(session.trace(Cursor.start(SESSION), 1).spans()).isEqualTo(List.of());
      assertThatThrownBy(() -> session.trace(new Cursor(SESSION, 99), 1))
          .isInstanceOf(CursorInvalid.class);
      assertThatThrownBy(() -> session.trace(Cursor.start(new SessionId("s-other")), 1))
          .isInstanceOf(CursorInvalid.class);
    }
  }
}
