package dev.drover.cli.runtime;

import dev.drover.cli.output.ApprovalQuestion;
import dev.drover.kernel.value.ApprovalId;
import java.time.Duration;

/// Answers a run's questions. Called by the thread that watches the run.
public interface ApprovalResponder {
  void onQuestion(ApprovalQuestion question);

  /// The question is no longer open, no matter who answered it.
  void onSettled(ApprovalId question);

  /// Whether a question is on the screen.
  boolean isAsking();

  /// Waits until no question is on the screen, at most for `patience`. While there is one, nothing
  /// else is shown: the last text a person reads is the question they answer.
  ///
  /// @return whether there still is one
  boolean waitWhileAsking(Duration patience) throws InterruptedException;

  /// Whether an answer can be expected here. If not, a waiting run is left parked.
  boolean canAnswer();
}
