package dev.drover.cli.command;

import dev.drover.cli.config.Key;
import dev.drover.cli.config.ModelChoice;
import dev.drover.cli.config.ModelChoice.Hosted;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.work.Models;
import dev.drover.cli.work.Models.Supplied;
import dev.drover.kernel.SessionId;

/// The model that a session goes on with: the one it was begun with, whatever is configured since.
final class SessionModel {
  private static final String SCRIPT = "script/";

  private SessionModel() {}

  /// @param begunWith the name under which it is in the journal
  /// @throws Refusal if it cannot be had, or another one was demanded
  static Supplied of(Call call, SessionId session, String begunWith) {
    var settings = call.settings();
    var choice = settings.agent().model();
    var typed = call.arguments().settings();
    if (typed.containsKey(Key.MODEL) || typed.containsKey(Key.SCRIPT)) {
      var supplied = Models.of(settings, call.host());
      Admission.requireModel(session, begunWith, supplied.model());
      return supplied;
    }
    if (choice instanceof ModelChoice.Script) {
      var supplied = Models.of(settings, call.host());
      if (supplied.model().name().equals(begunWith)) {
        return supplied;
      }
    }
    int slash = begunWith.indexOf('/');
    if (slash < 1 || begunWith.startsWith(SCRIPT)) {
      throw needed(call, session, begunWith);
    }
    var own =
        new Hosted(
            begunWith.substring(0, slash),
            begunWith.substring(slash + 1),
            "the model of session " + session);
    return Models.of(settings.with(own), call.host());
  }

  /// Which file a script was is not in the journal: nothing that a file could say is to choose what
  /// plays the model.
  private static Refusal needed(Call call, SessionId session, String begunWith) {
    return Refusal.usage(
        "model_needed",
        "session %s was begun with %s, and no model was given".formatted(session, begunWith),
        "Give the same: %s %s."
            .formatted(
                CommandWords.withSameAgent(call, "resume", session.value()),
                CommandWords.choosing(begunWith)));
  }
}
