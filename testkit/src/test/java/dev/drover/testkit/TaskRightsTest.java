package dev.drover.testkit;

import static dev.drover.testkit.Cast.last;
import static dev.drover.testkit.Cast.order;
import static dev.drover.testkit.Fakes.says;
import static dev.drover.testkit.TaskStage.SCOUT;
import static dev.drover.testkit.TaskStage.awaitQuestion;
import static dev.drover.testkit.TaskStage.clerk;
import static dev.drover.testkit.TaskStage.open;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Answer;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.memory.MemoryStore;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.task.Assignment;
import dev.drover.testkit.Fakes.FakeTool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What those may do who work for somebody: never more than that one.
@Timeout(120)
@Tag("F2")
final class TaskRightsTest {
  private final MemoryStore store = new MemoryStore();
  private final AtomicInteger paid = new AtomicInteger();
  private final FakeTool pay =
      FakeTool.unsafe(
          "pay",
          _ -> {
            paid.incrementAndGet();
            return Fakes.done("paid");
          });
  private final FakeTool look = FakeTool.pure("look", _ -> Fakes.done("seen"));

  @Test
  void aChildMayDoLessThanItsParentAndAsksItsPeople() {
    var careful = SCOUT.denying("pay").withTools("pay", "look");
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            Cast.giving(order("Look.")),
            "clerk/scout",
            (said, request) ->
                said == 0 ? Fakes.calls("look", "pay") : says("got " + last(request)));
    try (var drover = TaskStage.on(store)) {
      var session =
          open(
              drover
                  .agent("clerk")
                  .model(new Cast(minds))
                  .policy(Policy.ASK_ALWAYS.allowing("task", "pay"))
                  .answerers("ann")
                  .tools(pay, look)
                  .subagents(List.of(careful)));
      var run = session.send("Go.");
      var question = awaitQuestion(drover);
      assertThat(question.id().session()).isEqualTo(new SessionId("s-parent-e2"));
      assertThat(question.answering().names()).containsExactly("ann");
      assertThat(question.why()).startsWith("scout (asked by clerk) wants to use look ");
      drover.approvals().answer(question.id(), new Answer.Yes(Answer.Scope.ONCE), "ann");
      assertThat(run.await().text()).contains("Denied");
      assertThat(paid).hasValue(0);
    }
  }

  @Test
  void whatIsDeniedToTheParentIsDeniedToAWorkerThatNamesItAsItsTool() {
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk/scout",
            (said, request) -> said == 0 ? Fakes.calls("pay") : says("got " + last(request)));
    try (var drover = TaskStage.on(store)) {
      var session = open(clerk(drover, minds).policy(Policy.ALLOW_ALL.denying("pay")).tools(pay));
      var report = session.tasks().run(Assignment.to(SCOUT.withTools("pay"), "Pay."));
      assertThat(report.text()).contains("Denied");
      assertThat(paid).hasValue(0);
    }
  }

  @Test
  void aQuestionShowsAllWhoAsked() {
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            Cast.giving(order("1")),
            "clerk/scout",
            Cast.giving(order("2")),
            "clerk/scout/scout",
            (said, request) -> said == 0 ? Fakes.calls("pay") : says(last(request)));
    try (var drover = TaskStage.on(store)) {
      var session =
          open(clerk(drover, minds).policy(Policy.ASK_ALWAYS.allowing("task")).tools(pay));
      var run = session.send("Go.");
      var question = awaitQuestion(drover);
      assertThat(question.why())
          .startsWith("scout (asked by scout, asked by clerk) wants to use pay ");
      drover.approvals().answer(question.id(), new Answer.Yes(Answer.Scope.ONCE), "ann");
      assertThat(run.await().text()).isEqualTo("paid");
      assertThat(paid).hasValue(1);
    }
  }

  @Test
  void nobodyIsBelowTheLowest() {
    var minds =
        Map.<String, Cast.Mind>of(
            "clerk",
            Cast.giving(order("1")),
            "clerk/scout",
            Cast.giving(order("2")),
            "clerk/scout/scout",
            (_, request) ->
                says("tools " + request.tools().stream().map(tool -> tool.name()).toList()));
    try (var drover = TaskStage.on(store)) {
      var session = open(clerk(drover, minds).maxTaskDepth(2));
      assertThat(session.ask("Go.").text()).isEqualTo("tools []");
    }
  }
}
