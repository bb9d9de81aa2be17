package dev.drover.cli.work;

import dev.drover.cli.screen.Question;
import dev.drover.kernel.ApprovalId;
import java.time.Duration;

/// Who answers when a run asks. Called by the thread that watches the run.
public interface Respondent {
  void asked(Question question);

  /// The question is no longer open, whoever answered it.
  void settled(ApprovalId question);

  /// Whether a question is before a person.
  boolean isAsking();

  /// Waits until no question is before a person, not longer than this. While one is, nothing else
  /// is shown: what a person reads last is what they answer.
  ///
  /// @return whether one still is
  boolean isAskingAfter(Duration patience) throws InterruptedException;

  /// Whether an answer can be expected from here. If not, a run that waits is left waiting.
  boolean isThere();
}
