package dev.drover.kernel;

import dev.drover.kernel.Decision.Ignore;
import dev.drover.kernel.Decision.Why;
import java.util.List;

/// The decision to let the model forget the older part of what was said: whole exchanges, so no
/// call is parted from its outcome, and what is kept begins with words of the user.
final class Compacting {
  private Compacting() {}

  static Decision decide(Draft draft, Input.CompactRequested request) {
    var messages = draft.state().conversation().messages();
    int from = from(messages, request.keep());
    return from == 0
        ? new Ignore(Why.NOTHING_TO_DO, "there is nothing to trim")
        : draft
            .add(new Event.HistoryCompacted(request.by(), from, messages.size() - from))
            .commit();
  }

  /// Where the oldest of the last so many exchanges begins; 0 if there are no more than those.
  private static int from(List<Message> messages, int keep) {
    int left = keep;
    for (int i = messages.size() - 1; i > 0; i--) {
      if (beginsExchange(messages, i) && --left == 0) {
        return i;
      }
    }
    return 0;
  }

  /// What the user says to a run that is going stands behind outcomes, or behind other words of the
  /// user; a prompt stands behind the model's last word.
  private static boolean beginsExchange(List<Message> messages, int at) {
    return messages.get(at) instanceof Message.User
        && (at == 0 || messages.get(at - 1) instanceof Message.Assistant);
  }
}
