package dev.drover.cli.runtime;

import dev.drover.cli.output.ApprovalQuestion;
import dev.drover.kernel.value.ApprovalId;
import java.time.Duration;

/// Answers nothing; answers come from elsewhere.
public final class NoResponder implements ApprovalResponder {
  @Override
  public void onQuestion(ApprovalQuestion question) {
    // The question is in the store.
  }

  @Override
  public void onSettled(ApprovalId settled) {
    // It was never asked here.
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
    return false;
  }
}
