package dev.drover.cli.screen;

import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.Event;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.spi.store.Catalog.ApprovalRow;

/// Something a person is asked.
///
/// @param grant the rule that a yes for the session, or for always, adds
/// @param preview what would be done
public record Question(ApprovalId id, String tool, String why, String grant, Text preview) {
  /// The same with what would be done in place, wherever it is kept.
  public Question with(String loaded) {
    return new Question(id, tool, why, grant, Text.of(loaded));
  }

  public static Question of(ApprovalRow row) {
    return new Question(row.id(), row.tool(), row.why(), row.grant(), row.preview());
  }

  public static Question of(SessionId session, Event.ApprovalRequested event) {
    return new Question(
        new ApprovalId(session, event.effect()),
        event.tool(),
        event.why(),
        event.grant(),
        event.preview());
  }
}
