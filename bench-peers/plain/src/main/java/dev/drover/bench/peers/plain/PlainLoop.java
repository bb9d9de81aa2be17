package dev.drover.bench.peers.plain;

import dev.drover.bench.peers.Child;
import dev.drover.bench.peers.Contender;
import dev.drover.bench.peers.Scene;
import dev.drover.bench.peers.Stage;
import java.util.ArrayList;
import java.util.List;

/// A list of messages, a loop, a switch. It keeps a session as long as its list lives, and nothing
/// else: no schema, no limit, no policy, no journal.
public final class PlainLoop implements Contender {
  private final Stage stage;

  private PlainLoop(Stage stage) {
    this.stage = stage;
  }

  public static void main(String[] args) {
    Child.main(PlainLoop::new, args);
  }

  @Override
  public Conversation open(String id) {
    var messages = new ArrayList<Message>();
    return prompt -> {
      messages.add(new User(prompt));
      while (true) {
        var reply = model(messages);
        messages.add(reply);
        switch (reply) {
          case Call call -> messages.add(new Result(call.id(), use(call)));
          case Answer answer -> {
            return answer.text();
          }
        }
      }
    };
  }

  @Override
  public void close() {}

  private Reply model(List<Message> messages) {
    if (stage.isListening()) {
      stage.told(messages.stream().map(PlainLoop::words).toList());
    }
    var scene = stage.scene();
    return switch (messages.getLast()) {
      case User _ ->
          new Call(
              stage.callId(),
              scene.tool(),
              scene.argument(),
              new Usage(Scene.ASK_INPUT, Scene.ASK_OUTPUT));
      case Result _, Call _, Answer _ ->
          new Answer(scene.answer(), new Usage(Scene.ANSWER_INPUT, Scene.ANSWER_OUTPUT));
    };
  }

  private static String words(Message message) {
    return switch (message) {
      case User _ -> "prompt";
      case Call _ -> "call of pay";
      case Result result -> "result of pay: " + result.text();
      case Answer answer -> answer.text();
    };
  }

  private String use(Call call) {
    return switch (call.tool()) {
      case "weather" -> stage.weather(call.argument());
      case "pay" -> stage.pay(call.argument());
      default -> "there is no tool '" + call.tool() + "'";
    };
  }

  private sealed interface Message {}

  private sealed interface Reply extends Message {}

  private record User(String text) implements Message {}

  private record Result(String callId, String text) implements Message {}

  private record Call(String id, String tool, String argument, Usage usage) implements Reply {}

  private record Answer(String text, Usage usage) implements Reply {}

  private record Usage(int input, int output) {}
}
