package dev.drover.commands;

import dev.drover.Session;
import dev.drover.commands.SlashCommandOutcome.Done;
import dev.drover.commands.SlashCommandOutcome.Ended;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import java.util.ArrayList;
import java.util.List;

/// `/history`: what the model will be shown again, one message a line.
final class HistorySlashCommand implements SlashCommand {
  /// More than a screen is read in the journal.
  private static final int MOST = 40;

  @Override
  public String name() {
    return "history";
  }

  @Override
  public String help() {
    return "shows the messages that the next request starts with, shortened";
  }

  @Override
  public Ended run(SlashCommandCall call) {
    var messages = call.session().history();
    if (messages.isEmpty()) {
      return new Done("Nothing was said yet, or it was forgotten.");
    }
    int first = Math.max(0, messages.size() - MOST);
    var lines = new ArrayList<String>();
    if (first > 0) {
      lines.add("(%s before these)".formatted(CommandExcerpt.count(first, "message")));
    }
    for (int i = first; i < messages.size(); i++) {
      lines.add("%3d  %s".formatted(i + 1, line(call.session(), messages.get(i))));
    }
    return new Done(String.join("\n", lines));
  }

  private static String line(Session session, Message message) {
    return switch (message) {
      case Message.User(var text, var media) ->
          said("you", session.read(text) + attached(media.size()));
      case Message.Assistant(var blocks, var ending) ->
          said(
              "model",
              words(session, blocks)
                  + switch (ending) {
                    case WHOLE -> "";
                    case INTERRUPTED -> " (interrupted)";
                  });
      case Message.ToolResult result -> said(result.tool(), words(session, result.outcome()));
    };
  }

  private static String attached(int number) {
    return number == 0 ? "" : " (with %s)".formatted(CommandExcerpt.count(number, "attachment"));
  }

  private static String said(String who, String words) {
    return CommandExcerpt.padded(who, 7) + "  " + CommandExcerpt.of(words, CommandExcerpt.LINE);
  }

  private static String words(Session session, List<ContentBlock> blocks) {
    var words = new ArrayList<String>();
    for (var block : blocks) {
      switch (block) {
        case ContentBlock.Prose(var text) -> words.add(session.read(text));
        case ContentBlock.Reasoning _, ContentBlock.Opaque _ -> {}
        case ContentBlock.Call(var call) ->
            words.add("[" + call.tool() + " " + session.read(call.arguments()) + "]");
      }
    }
    return String.join(" ", words);
  }

  private static String words(Session session, ToolOutcome outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded(var text, _) -> session.read(text);
      case ToolOutcome.Failed(var text) -> "failed: " + session.read(text);
      case ToolOutcome.Refused(var why) -> "refused: " + why;
      case ToolOutcome.Denied(var by, var why) -> "denied by %s: %s".formatted(by, why);
      case ToolOutcome.Unknown(var why) -> "outcome unknown: " + why;
      case ToolOutcome.Cancelled(var why) -> "cancelled: " + why;
    };
  }
}
