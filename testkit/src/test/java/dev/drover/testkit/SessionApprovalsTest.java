package dev.drover.testkit;

import static dev.drover.testkit.Fakes.calls;
import static dev.drover.testkit.Fakes.done;
import static dev.drover.testkit.Fakes.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Answer;
import dev.drover.kernel.Message;
import dev.drover.kernel.ToolOutcome;
import dev.drover.runtime.Approvals.Receipt;
import dev.drover.runtime.Drover;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.testkit.Fakes.FakeTool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The questions of one session among those of others.
@Tag("E3")
@Timeout(60)
final class SessionApprovalsTest {
  private final FakeModel model = FakeModel.playing(calls("pay", "mail"), says("done"));

  @Test
  void cancellingTheQuestionsOfOneSessionIsNoRefusalAndLeavesOthersAlone() {
    try (var drover = Drover.inMemory()) {
      var agent =
          drover
              .agent("clerk")
              .model(model)
              .tools(
                  FakeTool.unsafe("pay", _ -> done("paid")),
                  FakeTool.unsafe("mail", _ -> done("sent")))
              .build();
      var one = agent.open();
      var other = agent.open();
      var run = one.send("go");
      Waiting.forQuestions(drover, run, 2);
      Waiting.forQuestions(drover, other.send("go"), 2);
      assertThat(drover.approvals().open()).hasSize(4);
      assertThat(one.approvals().open()).hasSize(2);
      var foreign = other.approvals().open().getFirst().id();
      assertThat(one.approvals().answer(foreign, new Answer.Yes(Answer.Scope.ONCE), "ann"))
          .isEqualTo(Receipt.NOT_OPEN);
      assertThat(one.approvals().cancelAll("ann")).isEqualTo(2);
      assertThat(one.approvals().cancelAll("ann")).isZero();
      assertThat(run.await().text()).isEqualTo("done");
      assertThat(one.history())
          .filteredOn(Message.ToolResult.class::isInstance)
          .extracting(message -> ((Message.ToolResult) message).outcome())
          .hasOnlyElementsOfType(ToolOutcome.Cancelled.class)
          .hasSize(2);
      assertThat(drover.approvals().open()).hasSize(2);
    }
  }
}
