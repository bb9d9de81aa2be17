package dev.drover.kernel.machine;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolCall;
import java.util.ArrayList;
import java.util.List;

/// Reads a conversation as the strictest model provider would, and returns its errors.
///
/// It starts with the user; user and assistant take turns, where consecutive messages of the user,
/// or the results of calls, are one turn; each call of a reply has exactly one result, directly
/// after the reply, in the order of the calls, under the model's own id for it.
final class StrictConversationCheck {
  private StrictConversationCheck() {}

  /// Why this conversation cannot be sent: it must end with a message to be answered.
  static List<String> objectionsToSending(List<Message> messages) {
    var objections = objections(messages);
    if (messages.isEmpty() || messages.getLast() instanceof Message.Assistant) {
      objections.add("nothing is there to be answered");
    }
    return objections;
  }

  /// Why a user cannot continue from here: it must end with a complete answer, or be empty.
  static List<String> objectionsToAPrompt(List<Message> messages) {
    var objections = objections(messages);
    if (!messages.isEmpty()
        && !(messages.getLast() instanceof Message.Assistant last && calls(last).isEmpty())) {
      objections.add("the last word is not the assistant's");
    }
    return objections;
  }

  private static List<String> objections(List<Message> messages) {
    var objections = new ArrayList<String>();
    int at = 0;
    while (at < messages.size()) {
      if (!(messages.get(at) instanceof Message.User)) {
        objections.add("message %d should be the user's".formatted(at));
        return objections;
      }
      at = endOfExchange(messages, behindUser(messages, at), objections);
    }
    return objections;
  }

  private static int behindUser(List<Message> messages, int from) {
    int at = from;
    while (at < messages.size() && messages.get(at) instanceof Message.User) {
      at++;
    }
    return at;
  }

  /// Reads replies and their results; returns the index where the next user message must be.
  private static int endOfExchange(List<Message> messages, int from, List<String> objections) {
    int at = from;
    while (at < messages.size()) {
      if (!(messages.get(at) instanceof Message.Assistant reply)) {
        objections.add("message %d should be the assistant's".formatted(at));
        return messages.size();
      }
      at++;
      var calls = calls(reply);
      for (var call : calls) {
        if (at >= messages.size()
            || !(messages.get(at) instanceof Message.ToolResult(_, var callId, var tool, _, _))
            || !callId.equals(call.callId())
            || !tool.equals(call.tool())) {
          objections.add("message %d should be the result of %s".formatted(at, call));
          return messages.size();
        }
        at++;
      }
      if (calls.isEmpty()) {
        return at;
      }
      at = behindUser(messages, at);
    }
    return at;
  }

  private static List<ToolCall> calls(Message.Assistant reply) {
    var calls = new ArrayList<ToolCall>();
    for (var block : reply.blocks()) {
      if (block instanceof ContentBlock.Call(var call)) {
        calls.add(call);
      }
    }
    return calls;
  }
}
