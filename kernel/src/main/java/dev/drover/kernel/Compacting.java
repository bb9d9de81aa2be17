package dev.drover.kernel;

import dev.drover.kernel.Decision.Ignore;
import dev.drover.kernel.Decision.Why;

/// The decision to let the model forget the older part of what was said: whole exchanges, so no
/// call is parted from its outcome, and what is kept begins with words of the user.
final class Compacting {
  private Compacting() {}

  static Decision decide(Draft draft, Input.CompactRequested request) {
    var conversation = draft.state().conversation();
    int from = from(conversation, request.keep());
    return from == 0
        ? new Ignore(Why.NOTHING_TO_DO, "there is nothing to trim")
        : draft
            .add(new Event.HistoryCompacted(request.by(), from, conversation.size() - from))
            .commit();
  }

  /// Where the oldest of the last so many exchanges begins; 0 if there are no more than those.
  private static int from(Conversation conversation, int keep) {
    int left = keep;
    for (int i = conversation.size() - 1; i > 0; i--) {
      if (conversation.beginsExchange(i) && --left == 0) {
        return i;
      }
    }
    return 0;
  }
}
