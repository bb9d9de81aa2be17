package dev.drover.cli.output;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.tool.ToolQuestions.OpenQuestion;

/// A question to a person.
///
/// @param grant the rule that an approval for the session, or for always, adds
/// @param preview the action to approve
public record ApprovalQuestion(ApprovalId id, String tool, String why, String grant, Text preview) {
  /// Returns the same question with the preview's text in place, wherever it was stored.
  public ApprovalQuestion with(String loaded) {
    return new ApprovalQuestion(id, tool, why, grant, Text.of(loaded));
  }

  public static ApprovalQuestion of(ApprovalRow row) {
    return new ApprovalQuestion(row.id(), row.tool(), row.why(), row.grant(), row.preview());
  }

  /// A question of a tool, which grants nothing.
  public static ApprovalQuestion of(OpenQuestion question) {
    return new ApprovalQuestion(
        question.id(), question.tool(), question.text(), "", Text.of(question.text()));
  }

  public static ApprovalQuestion of(SessionId session, Event.ApprovalRequested event) {
    return new ApprovalQuestion(
        new ApprovalId(session, event.effect()),
        event.tool(),
        event.why(),
        event.grant(),
        event.preview());
  }
}
