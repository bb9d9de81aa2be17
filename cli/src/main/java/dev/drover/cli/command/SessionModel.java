package dev.drover.cli.command;

import dev.drover.cli.config.ConfigurationKey;
import dev.drover.cli.config.ModelSelection;
import dev.drover.cli.config.ModelSelection.Hosted;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.runtime.ModelResolver;
import dev.drover.cli.runtime.ModelResolver.ResolvedModel;
import dev.drover.kernel.value.SessionId;

/// The model that a session continues with: its original one, whatever is configured now.
final class SessionModel {
  private static final String SCRIPT = "script/";

  private SessionModel() {}

  /// @param begunWith the model's name in the journal
  /// @throws CliRefusal if it is unavailable, or another one was requested
  static ResolvedModel of(CliInvocation call, SessionId session, String begunWith) {
    var settings = call.loadSettings();
    var choice = settings.agent().model();
    var typed = call.arguments().settings();
    if (typed.containsKey(ConfigurationKey.MODEL) || typed.containsKey(ConfigurationKey.SCRIPT)) {
      var supplied = ModelResolver.of(settings, call.environment());
      SessionPreconditions.requireModel(session, begunWith, supplied.model());
      return supplied;
    }
    if (choice instanceof ModelSelection.Script) {
      var supplied = ModelResolver.of(settings, call.environment());
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
    return ModelResolver.of(settings.with(own), call.environment());
  }

  /// The journal does not record the script's file: no file content may choose what plays the
  /// model.
  private static CliRefusal needed(CliInvocation call, SessionId session, String begunWith) {
    return CliRefusal.usage(
        "model_needed",
        "session %s was begun with %s, and no model was given".formatted(session, begunWith),
        "Give the same: %s %s."
            .formatted(
                SuggestedCommandLine.withSameAgent(call, "resume", session.value()),
                SuggestedCommandLine.choosing(begunWith)));
  }
}
