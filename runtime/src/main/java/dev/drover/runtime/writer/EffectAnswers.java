package dev.drover.runtime.writer;

import dev.drover.kernel.Input;

/// Writes the answers of effects. Belongs to the session's writer.
record EffectAnswers(Scribe scribe, Effects effects, Refunds refunds, Engine engine) {
  /// @return whether it is written
  boolean commit(Performance performance, Input answer) {
    boolean isWritten =
        effects.isUnderWay(performance) && scribe.commit(answer, null) instanceof Reply.Committed;
    effects.ended(performance);
    if (!isWritten) {
      refunds.of(performance);
    }
    return isWritten;
  }

  /// An answer that cannot be written is replaced by one that says so: its run must end.
  ///
  /// @return whether that is written
  boolean replace(Letter.Answered letter, Throwable bug) {
    var effect = letter.performance().effect();
    try {
      return scribe.agreesWithJournal()
          && commit(
              letter.performance(), engine.performers().notKept(effect, letter.answer(), bug));
    } catch (Throwable again) {
      WriterProblems.log(scribe.session(), again, engine.redactor());
      return false;
    }
  }
}
