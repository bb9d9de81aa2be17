package dev.drover.internal.admit;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.InvalidRequest.CursorInvalid;
import dev.drover.watch.Cursor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Validates messages that callers provide as a history.
public final class HistoryValidator {
  private HistoryValidator() {}

  /// Requires a history that a session could have at some moment: it begins with the user, who may
  /// write several times in a row; each reply follows a text of the user or outcomes; each call has
  /// one outcome right after it. Calls at the end without an outcome, because their run is in
  /// progress, get an outcome that states this.
  static List<Message> check(List<Message> messages) {
    var open = new ArrayDeque<ToolCall>();
    long effects = 0;
    Message before = null;
    for (var message : messages) {
      switch (message) {
        case Message.User _ ->
            require(open.isEmpty(), "a prompt before the outcomes of " + names(open));
        case Message.Assistant(var blocks, _) -> {
          require(before != null && !(before instanceof Message.Assistant), "a reply to nothing");
          require(open.isEmpty(), "a reply before the outcomes of " + names(open));
          for (var block : blocks) {
            if (block instanceof ContentBlock.Call(var call)) {
              open.add(call);
            }
          }
        }
        case Message.ToolResult(var effect, var callId, _, _, _) -> {
          effects = Math.max(effects, effect.ordinal());
          var call = open.poll();
          require(
              call != null && call.callId().equals(callId),
              "an outcome of call " + callId + " out of place");
        }
      }
      before = message;
    }
    return open.isEmpty() ? messages : settled(messages, open, effects);
  }

  private static List<Message> settled(
      List<Message> messages, Collection<ToolCall> open, long effects) {
    var whole = new ArrayList<>(messages);
    long next = effects;
    for (var call : open) {
      next++;
      whole.add(
          new Message.ToolResult(
              new EffectId(next),
              call.callId(),
              call.tool(),
              new ToolOutcome.Cancelled("it was under way when this was copied")));
    }
    return List.copyOf(whole);
  }

  private static List<String> names(Collection<ToolCall> calls) {
    return calls.stream().map(ToolCall::callId).toList();
  }

  private static void require(boolean holds, String complaint) {
    if (!holds) {
      throw new ConfigurationInvalid(
          "history", complaint, "Give whole turns: prompt, reply, outcomes, reply.");
    }
  }

  public static Cursor own(Cursor cursor, SessionId session) {
    if (!cursor.session().equals(session)) {
      throw new CursorInvalid(
          "the cursor is of session %s, not of %s".formatted(cursor.session(), session));
    }
    return cursor;
  }
}
