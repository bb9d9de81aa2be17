package dev.drover.cli.runtime;

import dev.drover.Drover;
import dev.drover.cli.output.ApprovalQuestion;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.ApprovalId;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/// Gives every question about a call the same answer. The answer is recorded as an event, which
/// shows that no person gave it. A question of a tool wants something that only a person knows: it
/// is declined if everything is, and stays open otherwise.
///
/// All methods belong to the watching thread.
final class FixedResponder implements ApprovalResponder {
  private final Drover drover;
  private final ApprovalAnswer answer;
  private final String name;
  private final Set<ApprovalId> unanswered = new HashSet<>();

  FixedResponder(Drover drover, ApprovalAnswer answer, String name) {
    this.drover = drover;
    this.answer = answer;
    this.name = name;
  }

  @Override
  public void onQuestion(ApprovalQuestion question) {
    var asked = question.toolQuestion();
    if (asked == null) {
      drover.approvals().answer(question.id(), answer, name);
      return;
    }
    switch (answer) {
      case ApprovalAnswer.Yes _ -> unanswered.add(question.id());
      case ApprovalAnswer.No _ ->
          drover.questions().answer(asked.id(), asked.round(), new QuestionAnswer.Declined(), name);
    }
  }

  @Override
  public void onSettled(ApprovalId settled) {
    unanswered.remove(settled);
  }

  @Override
  public boolean isAsking() {
    return false;
  }

  @Override
  public boolean waitWhileAsking(Duration patience) {
    return false;
  }

  @Override
  public boolean canAnswer() {
    return unanswered.isEmpty();
  }
}
