package dev.drover.cli.work;

import dev.drover.cli.screen.Question;
import dev.drover.kernel.ApprovalId;

/// Who answers when a run asks. Called by the thread that watches the run.
public interface Respondent {
  void asked(Question question);

  /// The question is no longer open, whoever answered it.
  void settled(ApprovalId question);

  /// Whether an answer can be expected from here. If not, a run that waits is left waiting.
  boolean isThere();
}
