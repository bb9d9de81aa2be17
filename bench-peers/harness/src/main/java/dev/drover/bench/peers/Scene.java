package dev.drover.bench.peers;

import java.util.Map;
import java.util.Optional;

/// What is played: the words that prompt, model and tool say, alike for all contenders.
///
/// The model looks at the last message only. After a prompt it asks for the tool, after the tool's
/// last answer it gives its own; so a model costs nothing, whatever the length of the session.
public enum Scene {
  /// Three steps: model, tool, model.
  WEATHER("What is the weather in Paris?", "It is sunny in Paris.", "weather(city)", "Paris", ""),

  /// Five steps: model, tool, model, tool, model.
  TRIP(
      "What is the weather in Paris and in Oslo?",
      "It is sunny in Paris and it rains in Oslo.",
      "weather(city)",
      "Paris",
      "Oslo"),

  /// Three steps, and money that is gone after the second.
  PAYMENT("Pay bill 17.", "Bill 17 is paid.", "pay(bill)", "17", "");

  /// Tokens that the model says it has used when it asks for a tool, and when it answers.
  public static final int ASK_INPUT = 120;

  public static final int ASK_OUTPUT = 20;
  public static final int ANSWER_INPUT = 160;
  public static final int ANSWER_OUTPUT = 12;

  private static final Map<String, String> SKY =
      Map.of("Paris", "sunny, 21 degrees", "Oslo", "rain, 9 degrees");

  private final String prompt;
  private final String answer;
  private final String tool;
  private final String parameter;
  private final String argument;
  private final String second;

  /// @param signature the tool and its parameter, `tool(parameter)`
  /// @param argument that of the first call
  /// @param second that of the second call; empty if there is none
  Scene(String prompt, String answer, String signature, String argument, String second) {
    this.prompt = prompt;
    this.answer = answer;
    this.tool = signature.substring(0, signature.indexOf('('));
    this.parameter = signature.substring(tool.length() + 1, signature.length() - 1);
    this.argument = argument;
    this.second = second;
  }

  public String prompt() {
    return prompt;
  }

  public String answer() {
    return answer;
  }

  public String tool() {
    return tool;
  }

  public String parameter() {
    return parameter;
  }

  /// The argument of the first call.
  public String argument() {
    return argument;
  }

  /// The arguments of the first call, as models write them.
  public String arguments() {
    return arguments(argument);
  }

  public String arguments(String ofCall) {
    return "{\"" + parameter + "\":\"" + ofCall + "\"}";
  }

  /// The argument of the call that the model asks for after the prompt or after a result of the
  /// tool; empty if it answers.
  public Optional<String> asksAfter(String said) {
    if (said.equals(prompt)) {
      return Optional.of(argument);
    }
    return !second.isEmpty() && said.equals(sky(argument)) ? Optional.of(second) : Optional.empty();
  }

  /// Runs of one session before the next one is opened. Five runs of three steps are twenty
  /// messages, so that a session fits the window that is usual where memory is a window, and
  /// nothing is cut. What durable engines run has no session, so there each run gets its own.
  public int runsOfASession() {
    return this == WEATHER ? 5 : 1;
  }

  static String sky(String city) {
    return SKY.getOrDefault(city, "unknown");
  }
}
