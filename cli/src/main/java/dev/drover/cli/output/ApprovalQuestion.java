package dev.drover.cli.output;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.store.Catalog.ApprovalRow;
import dev.drover.tool.ToolQuestions.OpenQuestion;
import org.jspecify.annotations.Nullable;

/// A question to a person.
///
/// @param grant the rule that an approval for the session, or for always, adds
/// @param preview the action to approve
/// @param toolQuestion null if it is about a call, and not a question of a tool
public record ApprovalQuestion(
    ApprovalId id,
    String tool,
    String why,
    String grant,
    Text preview,
    @Nullable OpenQuestion toolQuestion) {
  private ApprovalQuestion(ApprovalId id, String tool, String why, String grant, Text preview) {
    this(id, tool, why, grant, preview, null);
  }

  /// Returns the same question with the preview's text in place, wherever it was stored.
  public ApprovalQuestion with(String loaded) {
    return new ApprovalQuestion(id, tool, why, grant, Text.of(loaded), toolQuestion);
  }

  /// Whether the other is the same question: a call may ask several, one after the other.
  public boolean isSame(ApprovalQuestion other) {
    return id.equals(other.id) && round() == other.round();
  }

  private int round() {
    return toolQuestion == null ? 0 : toolQuestion.round();
  }

  public static ApprovalQuestion of(ApprovalRow row) {
    return new ApprovalQuestion(row.id(), row.tool(), row.why(), row.grant(), row.preview());
  }

  /// A question of a tool, which grants nothing.
  public static ApprovalQuestion of(OpenQuestion question) {
    return new ApprovalQuestion(
        question.id(), question.tool(), "asks you", "", Text.of(question.text()), question);
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
