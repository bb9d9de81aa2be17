package dev.drover.bench.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// The loop that people write on a durable engine. What the model says and what the tool says are
/// steps, which the engine keeps; the code between them runs again after a crash and gets from the
/// engine what was kept.
public final class AgentLoop {
  private final Stage stage;

  public AgentLoop(Stage stage) {
    this.stage = stage;
  }

  /// An engine's way to do something and keep its result.
  public interface Ledger {
    <T> T take(String name, Class<T> type, Supplier<T> work);
  }

  /// What the model said, in the form in which an engine keeps it.
  ///
  /// @param callId of the call that it asks for; empty if it answers
  /// @param text the argument of the call, or the answer
  public record Turn(String callId, String text, int inputTokens, int outputTokens) {
    boolean asks() {
      return !callId.isEmpty();
    }
  }

  public String run(String prompt, Ledger ledger) {
    var tool = stage.scene().tool();
    var messages = new ArrayList<>(List.of(new Message("prompt", prompt)));
    while (true) {
      var turn = ledger.take("model", Turn.class, () -> model(messages));
      if (!turn.asks()) {
        return turn.text();
      }
      messages.add(new Message("call of " + tool, turn.text()));
      var result = ledger.take(tool, String.class, () -> use(turn.text()));
      messages.add(new Message("result of " + tool, result));
    }
  }

  private Turn model(List<Message> messages) {
    if (stage.isListening()) {
      stage.told(messages.stream().map(Message::words).toList());
    }
    var scene = stage.scene();
    return scene
        .asksAfter(messages.getLast().text())
        .map(argument -> new Turn(stage.callId(), argument, Scene.ASK_INPUT, Scene.ASK_OUTPUT))
        .orElseGet(() -> new Turn("", scene.answer(), Scene.ANSWER_INPUT, Scene.ANSWER_OUTPUT));
  }

  private String use(String argument) {
    return stage.scene() == Scene.PAYMENT ? stage.pay(argument) : stage.weather(argument);
  }

  private record Message(String role, String text) {
    String words() {
      return role.startsWith("result") ? role + ": " + text : role;
    }
  }
}
