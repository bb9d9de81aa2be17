package dev.drover.cli.command;

import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.CliRuntime.Purpose;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.spi.model.Model;
import dev.drover.spi.store.Catalog.SessionRow;

/// Checks before a session is opened.
final class SessionPreconditions {
  private SessionPreconditions() {}

  /// The session that was named, or a new one. The beginning of an id is not enough here: it could
  /// be the id of a session to be created.
  static SessionId session(CliInvocation call) {
    var given = call.arguments().value(CommandOption.SESSION);
    if (given == null) {
      return new SessionId(call.environment().time().freshId("s-"));
    }
    return given.equals(NamedIds.LAST) ? last(call) : call.session(given);
  }

  private static SessionId last(CliInvocation call) {
    var store =
        CliRuntime.openIfPresent(call.loadSettings(), call.environment().time(), Purpose.READ);
    if (store.isEmpty()) {
      throw new SessionNotFound(call.session(NamedIds.LAST));
    }
    try (var runtime = store.get()) {
      return call.ids(runtime).session(NamedIds.LAST);
    }
  }

  /// A session keeps the workspace in which it was first opened.
  static void requireWorkspace(CliInvocation call, SessionRow row) {
    var here = call.loadSettings().workspace().toAbsolutePath().normalize().toString();
    if (!row.workspace().equals(here)) {
      throw CliRefusal.usage(
          "workspace_differs",
          "session %s works in %s, not in %s".formatted(row.session(), row.workspace(), here),
          "Give --workspace %s, or start another session.".formatted(row.workspace()));
    }
  }

  /// A run continues with its original model.
  static void requireModel(SessionId session, String begunWith, Model model) {
    if (!begunWith.equals(model.name())) {
      throw CliRefusal.usage(
          "model_differs",
          "session %s was begun with %s, not with %s".formatted(session, begunWith, model.name()),
          "Give its own with %s, and name the session if there are several."
              .formatted(SuggestedCommandLine.choosing(begunWith)));
    }
  }
}
