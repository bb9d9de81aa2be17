package dev.drover.runtime.writer;

import dev.drover.kernel.EffectId;

/// Gives back what was set aside for an effect whose end nobody writes down. Who writes an end down
/// settles it with the event; but an effect may ask its account when that has happened already: it
/// was stopped meanwhile, or its process stood still for so long that another one took over. Its
/// answer then comes to nothing, and so must what it was given.
///
/// It goes through a writer of the session, so that what an effect has which was begun anew under
/// the same name is not taken from it. All methods but [#give] may be called by any thread.
record Refunds(SessionWriter writer, Engine engine) {
  void of(Performance performance) {
    if (performance.isOnAccount()) {
      pass(new Letter.Abandoned(performance.effect().id()));
    }
  }

  /// To the writer, to the one that came after it, or, if there is none, to the account.
  void pass(Letter.Abandoned letter) {
    var session = writer.session();
    if (writer.tell(letter) == Mailbox.Admission.RETIRED && !engine.tellIfHere(session, letter)) {
      engine.treasury().giveBack(session, letter.effect());
    }
  }

  /// What is set aside for an effect belongs to the one that was begun anew meanwhile, if one was.
  /// Belongs to the session's writer.
  void give(EffectId effect, Effects underWay) {
    if (!underWay.isUnderWay(effect)) {
      engine.treasury().giveBack(writer.session(), effect);
    }
  }
}
