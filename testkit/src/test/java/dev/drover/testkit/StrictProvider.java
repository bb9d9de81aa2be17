package dev.drover.testkit;

import dev.drover.kernel.Block;
import dev.drover.kernel.Message;
import java.util.ArrayList;
import java.util.List;

/// What the strictest of providers thinks of a conversation.
public final class StrictProvider {
  private StrictProvider() {}

  /// Each call one outcome, right behind it, and roles alternate.
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
          open = (int) blocks.stream().filter(Block.Call.class::isInstance).count();
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
