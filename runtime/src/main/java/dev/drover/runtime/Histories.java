package dev.drover.runtime;

import dev.drover.kernel.Block;
import dev.drover.kernel.Message;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.CursorInvalid;
import dev.drover.runtime.watch.Cursor;
import java.util.ArrayDeque;
import java.util.List;

/// Checks what callers bring along from elsewhere.
final class Histories {
  private Histories() {}

  /// A history that a strict provider accepts before another prompt: it begins with the user, each
  /// reply follows words of the user or outcomes, each call has one outcome right after it, and the
  /// model has the last word.
  static List<Message> check(List<Message> messages) {
    var open = new ArrayDeque<String>();
    Message before = null;
    for (var message : messages) {
      switch (message) {
        case Message.User _ ->
            require(open.isEmpty() && !(before instanceof Message.User), "two prompts in a row");
        case Message.Assistant(var blocks, _) -> {
          require(before != null && !(before instanceof Message.Assistant), "a reply to nothing");
          require(open.isEmpty(), "a reply before the outcomes of the calls " + open);
          for (var block : blocks) {
            if (block instanceof Block.Call(var call)) {
              open.add(call.callId());
            }
          }
        }
        case Message.ToolResult(_, var callId, _, _, _) ->
            require(callId.equals(open.poll()), "an outcome of call " + callId + " out of place");
      }
      before = message;
    }
    require(open.isEmpty(), "no outcome of the calls " + open);
    require(before == null || before instanceof Message.Assistant, "no last word of the model");
    return messages;
  }

  private static void require(boolean holds, String complaint) {
    if (!holds) {
      throw new ConfigurationInvalid(
          "history", complaint, "Give whole turns: prompt, reply, outcomes, reply.");
    }
  }

  static Cursor own(Cursor cursor, SessionId session) {
    if (!cursor.session().equals(session)) {
      throw new CursorInvalid(
          "the cursor is of session %s, not of %s".formatted(cursor.session(), session));
    }
    return cursor;
  }
}
