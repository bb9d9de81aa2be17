package dev.drover.model.script;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.Prompt.AnswerType;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Text;
import dev.drover.spi.Bytes;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.model.ModelRequest.ContentReader;
import java.util.ArrayList;
import java.util.List;

/// Requests as a run would make them.
final class ScriptRequests {
  private ScriptRequests() {}

  /// @param turn counted from 1: one less is the number of preceding assistant messages
  static ModelRequest at(int turn) {
    return at(turn, 1);
  }

  static ModelRequest at(int turn, int attempt) {
    return of("clerk", conversation(turn), attempt);
  }

  static ModelRequest by(String agent, int turn) {
    return of(agent, conversation(turn), 1);
  }

  static ModelRequest ending(Message last) {
    return of("clerk", List.of(last), 1);
  }

  static ModelRequest of(String agent, List<Message> messages, int attempt) {
    return new ModelRequest(
        agent, "", List.of(), messages, attempt, AnswerType.WORDS, new Elsewhere());
  }

  /// Returns a placeholder for the requested content.
  private record Elsewhere() implements ContentReader {
    @Override
    public String read(Text text) {
      return "kept elsewhere: " + text;
    }

    @Override
    public Bytes read(Media media) {
      return Bytes.of("kept elsewhere: " + media);
    }
  }

  static Message user(String text) {
    return new Message.User(Text.of(text));
  }

  static Message assistant(Message.Ending ending) {
    return new Message.Assistant(List.of(new ContentBlock.Prose(Text.of("said"))), ending);
  }

  static Message result(ToolOutcome outcome) {
    return new Message.ToolResult(new EffectId(1), "call-1-1", "read", outcome);
  }

  private static List<Message> conversation(int turn) {
    var messages = new ArrayList<Message>();
    messages.add(user("go"));
    for (int i = 1; i < turn; i++) {
      messages.add(assistant(Message.Ending.WHOLE));
      messages.add(result(new ToolOutcome.Succeeded(Text.of("done " + i))));
    }
    return messages;
  }
}
