package dev.drover.trace;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.Drover;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.InvalidRequest.CursorInvalid;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.VirtualTime;
import dev.drover.trace.TracePage.TraceSpan;
import dev.drover.trace.TracePage.TraceSpan.Kind;
import dev.drover.trace.TracePage.TraceSpan.Status;
import dev.drover.watch.Cursor;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Traces of sessions that really ran.
@Tag("H7")
@Timeout(60)
final class TraceLawTest {
  private static final SessionId SESSION = new SessionId("s-traced");

  @Test
  @Tag("B8")
  void aTraceShowsAnApprovalWaitDuringAndAfterIt() {
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
      var question = ApprovalWaits.forQuestion(drover, run);
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
      drover
          .approvals()
          .answer(question.id(), new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE), "anna");
      run.await();
      var closed = session.trace(Cursor.start(SESSION), 100).spans();
      assertThat(closed).extracting(TraceSpan::status).containsOnly(Status.SUCCEEDED);
      var wait = closed.get(3);
      assertThat(wait.end()).isEqualTo(wait.start().plus(Duration.ofHours(3)));
      assertThat(closed).extracting(TraceSpan::parent).startsWith(null, run.id().value());
      assertThat(drover.queries().trace(Cursor.start(SESSION), 2).spans())
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
