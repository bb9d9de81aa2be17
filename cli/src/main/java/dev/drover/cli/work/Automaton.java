package dev.drover.cli.work;

import dev.drover.cli.screen.Question;
import dev.drover.kernel.Answer;
import dev.drover.kernel.ApprovalId;
import dev.drover.runtime.Approvals;
import java.time.Duration;

/// Gives every question the same answer. The answer is an event, so everybody can see that it was
/// no person's.
final class Automaton implements Respondent {
  private final Approvals approvals;
  private final Answer answer;
  private final String name;

  Automaton(Approvals approvals, Answer answer, String name) {
    this.approvals = approvals;
    this.answer = answer;
    this.name = name;
  }

  @Override
  public void asked(Question question) {
    approvals.answer(question.id(), answer, name);
  }

  @Override
  public void settled(ApprovalId settled) {
    // Every question is answered where it is asked.
  }

  @Override
  public boolean isAsking() {
    return false;
  }

  @Override
  public boolean isAskingAfter(Duration patience) {
    return false;
  }

  @Override
  public boolean isThere() {
    return true;
  }
}
