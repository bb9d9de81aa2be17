package dev.drover.kernel;

import dev.drover.kernel.Decision.Ignore;
import dev.drover.kernel.Decision.Why;
import java.util.ArrayList;

/// Another outcome of a call, for trying how a conversation would have gone on. It is said who gave
/// it, and nothing that was written is changed.
final class Editing {
  private Editing() {}

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

  /// Where the outcome stands; negative if it does not.
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
