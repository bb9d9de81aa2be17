package dev.drover.cli.work;

import dev.drover.cli.screen.Question;
import dev.drover.kernel.EffectId;

/// Who answers when a run asks. Called by the thread that watches the run.
public interface Respondent {
  void asked(Question question);

  /// The question about this call is no longer open, whoever answered it.
  void settled(EffectId effect);

  /// Whether an answer can be expected from here. If not, a run that waits is left waiting.
  boolean isThere();
}
