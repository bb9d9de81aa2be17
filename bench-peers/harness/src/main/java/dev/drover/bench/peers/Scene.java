package dev.drover.bench.peers;

/// What is played: the words that prompt, model and tool say, alike for all contenders.
///
/// The model looks at the last message only. After a prompt it asks for the tool, after the tool's
/// answer it gives its own; so a model costs nothing, whatever the length of the session.
public enum Scene {
  WEATHER("What is the weather in Paris?", "weather", "city", "Paris", "It is sunny in Paris."),
  PAYMENT("Pay bill 17.", "pay", "bill", "17", "Bill 17 is paid.");

  /// Tokens that the model says it has used, for its first and its second answer.
  public static final int ASK_INPUT = 120;

  public static final int ASK_OUTPUT = 20;
  public static final int ANSWER_INPUT = 160;
  public static final int ANSWER_OUTPUT = 12;

  private final String prompt;
  private final String tool;
  private final String parameter;
  private final String argument;
  private final String answer;

  Scene(String prompt, String tool, String parameter, String argument, String answer) {
    this.prompt = prompt;
    this.tool = tool;
    this.parameter = parameter;
    this.argument = argument;
    this.answer = answer;
  }

  public String prompt() {
    return prompt;
  }

  public String tool() {
    return tool;
  }

  public String parameter() {
    return parameter;
  }

  public String argument() {
    return argument;
  }

  /// The arguments of the call, as models write them.
  public String arguments() {
    return "{\"" + parameter + "\":\"" + argument + "\"}";
  }

  public String answer() {
    return answer;
  }
}
