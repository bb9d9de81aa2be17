package dev.drover.internal.foreign;

import dev.drover.kernel.value.Problem;

/// The kind of foreign code that failed, and its description in problems.
public enum ForeignPart {
  MODEL("model", "the author of its adapter"),
  PROVIDER("model provider", "the author of its adapter"),
  TOOL("tool", "the author of the tool"),
  CHECKER("checker", "the author of the checker"),
  BUDGET_GUARD("budget guard", "the author of the budget guard"),
  VALIDATOR("schema validator", "the author of the schema validator"),
  COMMAND("command", "the author of the command"),
  RESTORER("restorer of files", "the author of the restorer");

  /// The code of a model whose adapter has a bug. Another model may have the same bug.
  public static final String MODEL_BROKE = "model_broke";

  private final String noun;
  private final String author;

  ForeignPart(String noun, String author) {
    this.noun = noun;
    this.author = author;
  }

  /// @param name which one of its kind; empty if there is only one
  String describe(String name) {
    return name.isEmpty() ? "the " + noun : noun + " " + name;
  }

  /// @param what the violation, such as `subjects returned null`
  Problem problem(String name, String what) {
    return new Problem(
        code(),
        "The %s broke".formatted(noun),
        "%s broke: %s".formatted(describe(name), what),
        "Look into the log; if it happens again, report it to %s.".formatted(author));
  }

  private String code() {
    return switch (this) {
      case MODEL -> MODEL_BROKE;
      case PROVIDER -> "provider_broke";
      case TOOL -> "tool_broke";
      case CHECKER -> "checker_broke";
      case BUDGET_GUARD -> "budget_guard_broke";
      case VALIDATOR -> "validator_broke";
      case COMMAND -> "command_broke";
      case RESTORER -> "restorer_broke";
    };
  }
}
