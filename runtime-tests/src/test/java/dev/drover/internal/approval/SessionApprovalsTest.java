package dev.drover.internal.approval;

import static dev.drover.fixture.FakeAgents.calls;
import static dev.drover.fixture.FakeAgents.done;
import static dev.drover.fixture.FakeAgents.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Approvals.Receipt;
import dev.drover.Drover;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.fixture.FakeAgents.FakeTool;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Approvals of one session among those of others.
@Tag("E3")
@Timeout(60)
final class SessionApprovalsTest {
  private final FakeModel model = FakeModel.playing(calls("pay", "mail"), says("done"));

  @Test
  void cancellingApprovalsOfOneSessionIsNotARefusalAndAffectsNoOthers() {
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
      ApprovalWaits.forQuestions(drover, run, 2);
      ApprovalWaits.forQuestions(drover, other.send("go"), 2);
      assertThat(drover.approvals().open()).hasSize(4);
      assertThat(one.approvals().open()).hasSize(2);
      var foreign = other.approvals().open().getFirst().id();
      assertThat(
              one.approvals()
                  .answer(foreign, new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE), "ann"))
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
