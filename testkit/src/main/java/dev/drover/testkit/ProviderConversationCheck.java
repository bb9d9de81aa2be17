package dev.drover.testkit;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import java.util.ArrayList;
import java.util.List;

/// Checks a conversation against the rules of the strictest providers, which a fake model would
/// otherwise not apply.
public final class ProviderConversationCheck {
  private ProviderConversationCheck() {}

  /// Returns the violations, one sentence each; empty if each call has one outcome directly after
  /// it, and roles alternate.
  public static List<String> objections(List<Message> messages) {
    var objections = new ArrayList<String>();
    int open = 0;
    Message before = null;
    for (var message : messages) {
      switch (message) {
        case Message.User _ -> {
          if (open > 0 || before instanceof Message.User) {
            objections.add("a prompt out of place: " + message);
          }
        }
        case Message.Assistant(var blocks, _) -> {
          if (open > 0 || before == null || before instanceof Message.Assistant) {
            objections.add("a reply out of place: " + message);
          }
          open = (int) blocks.stream().filter(ContentBlock.Call.class::isInstance).count();
        }
        case Message.ToolResult _ -> open--;
      }
      if (open < 0) {
        objections.add("an outcome of nothing: " + message);
      }
      before = message;
    }
    return objections;
  }
}
