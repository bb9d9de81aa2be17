package dev.drover.cli.work;

import dev.drover.cli.screen.Question;
import dev.drover.kernel.ApprovalId;
import java.time.Duration;

/// Nobody is here to answer; somebody will be elsewhere.
final class Nobody implements Respondent {
  @Override
  public void asked(Question question) {
    // It is in the store, for whoever looks.
  }

  @Override
  public void settled(ApprovalId settled) {
    // Nothing was begun about it.
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
    return false;
  }
}
