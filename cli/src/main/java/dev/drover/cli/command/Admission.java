package dev.drover.cli.command;

import dev.drover.cli.host.Refusal;
import dev.drover.kernel.SessionId;
import dev.drover.spi.model.Model;
import dev.drover.spi.store.Catalog.SessionRow;

/// What must hold before a session is opened.
final class Admission {
  private Admission() {}

  /// The one that was named, or a new one.
  static SessionId session(Call call) {
    var given = call.arguments().value(Option.SESSION);
    return given == null ? new SessionId(call.host().time().freshId("s-")) : call.session(given);
  }

  /// A session works where it was opened first.
  static void requireWorkspace(Call call, SessionRow row) {
    var here = call.settings().workspace().toAbsolutePath().normalize().toString();
    if (!row.workspace().equals(here)) {
      throw Refusal.usage(
          "workspace_differs",
          "session %s works in %s, not in %s".formatted(row.session(), row.workspace(), here),
          "Give --workspace %s, or start another session.".formatted(row.workspace()));
    }
  }

  /// A run goes on with the model it was begun with.
  static void requireModel(SessionId session, String begunWith, Model model) {
    if (!begunWith.equals(model.name())) {
      throw Refusal.usage(
          "model_differs",
          "session %s was begun with %s, not with %s".formatted(session, begunWith, model.name()),
          "Give its own with %s, and name the session if there are several."
              .formatted(CommandWords.choosing(begunWith)));
    }
  }
}
