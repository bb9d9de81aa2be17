package dev.drover.cli.runtime;

import dev.drover.Approvals;
import dev.drover.cli.output.ApprovalQuestion;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.value.ApprovalId;
import java.time.Duration;

/// Gives every question the same answer. The answer is recorded as an event, which shows that no
/// person gave it.
final class FixedResponder implements ApprovalResponder {
  private final Approvals approvals;
  private final ApprovalAnswer answer;
  private final String name;

  FixedResponder(Approvals approvals, ApprovalAnswer answer, String name) {
    this.approvals = approvals;
    this.answer = answer;
    this.name = name;
  }

  @Override
  public void onQuestion(ApprovalQuestion question) {
    approvals.answer(question.id(), answer, name);
  }

  @Override
  public void onSettled(ApprovalId settled) {
    // Every question is answered when it is asked.
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
    return true;
  }
}
