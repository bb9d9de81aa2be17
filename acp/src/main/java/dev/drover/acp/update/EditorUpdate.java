package dev.drover.acp.update;

import java.time.Instant;
import java.util.List;

/// One change of what an editor shows.
public sealed interface EditorUpdate {
  /// A part of a prompt that the editor has not sent itself.
  record UserPart(String message, EditorCallContent part) implements EditorUpdate {}

  /// @param message the same for all chunks of one message
  record AgentText(String message, String text) implements EditorUpdate {}

  /// @param message the same for all chunks of one message
  record AgentThought(String message, String text) implements EditorUpdate {}

  /// The text of a message is void: its attempt failed, and another follows.
  record TextRetracted(String message, String why) implements EditorUpdate {}

  /// A call that the editor does not know yet.
  record CallShown(EditorCallView call) implements EditorUpdate {}

  /// A known call has changed; the view has all of it.
  record CallChanged(EditorCallView call) implements EditorUpdate {}

  record PlanShown(List<PlanItem> items) implements EditorUpdate {
    public PlanShown {
      items = List.copyOf(items);
    }
  }

  record TitleShown(String title, Instant at) implements EditorUpdate {}

  /// @param used tokens of the last request and its reply
  /// @param window the most that the model can read
  record WindowUsed(long used, long window) implements EditorUpdate {}

  /// Something that the person should know and that is not part of the conversation.
  record PersonNotified(Severity severity, String title, String detail) implements EditorUpdate {}

  enum Severity {
    INFO,
    WARNING,
    ERROR
  }

  /// One step of the agent's plan.
  record PlanItem(String text, EntryStatus status) {}

  enum EntryStatus {
    OPEN,
    DOING,
    DONE
  }
}
