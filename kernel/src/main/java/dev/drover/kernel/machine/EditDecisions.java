package dev.drover.kernel.machine;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Decision.Ignore;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.EffectId;
import java.util.ArrayList;

/// Replaces the outcome of a call, to try how a conversation would have continued. The editor is
/// recorded, and no journaled event is changed.
final class EditDecisions {
  private EditDecisions() {}

  static Decision decide(Draft draft, Input.EditRequested edit) {
    return place(draft.state(), edit.effect()) < 0
        ? new Ignore(
            Why.NOTHING_TO_DO, "no outcome of %s is in the conversation".formatted(edit.effect()))
        : draft.add(new Event.OutcomeEdited(edit.effect(), edit.outcome(), edit.by())).commit();
  }

  static SessionState after(SessionState state, Event.OutcomeEdited edited) {
    int place = place(state, edited.effect());
    if (place < 0) {
      throw new JournalOutOfOrder("no outcome of " + edited.effect() + " can be edited");
    }
    var messages = new ArrayList<>(state.conversation().messages());
    var before = (Message.ToolResult) messages.get(place);
    messages.set(
        place,
        new Message.ToolResult(
            before.effect(), before.callId(), before.tool(), edited.outcome(), before.labels()));
    return state.with(Conversation.of(messages));
  }

  /// The index of the outcome; negative if there is none.
  private static int place(SessionState state, EffectId effect) {
    var messages = state.conversation().messages();
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (messages.get(i) instanceof Message.ToolResult result && result.effect().equals(effect)) {
        return i;
      }
    }
    return -1;
  }
}
