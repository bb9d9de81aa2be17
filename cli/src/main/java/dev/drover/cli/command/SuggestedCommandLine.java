package dev.drover.cli.command;

import java.util.ArrayList;
import java.util.List;

/// A command for a person to type next, with the options of this invocation.
final class SuggestedCommandLine {
  private static final List<CommandOption> PLACE =
      List.of(CommandOption.COMMON.getFirst(), CommandOption.WORKSPACE);

  private SuggestedCommandLine() {}

  /// For inspecting or answering in the same store.
  static String inSameStore(CliInvocation call, String... words) {
    return line(call, words, PLACE);
  }

  /// For continuing with the same agent.
  static String withSameAgent(CliInvocation call, String... words) {
    var options = new ArrayList<>(PLACE);
    options.addAll(CommandOption.AGENT);
    return line(call, words, options);
  }

  /// The option that selects a model by its name in the journal. A script's file is not in the
  /// journal.
  static String choosing(String model) {
    return model.startsWith("script/") || !model.contains("/")
        ? "--script FILE"
        : "--model " + quoted(model);
  }

  private static String line(CliInvocation call, String[] words, List<CommandOption> options) {
    var line = new StringBuilder(call.environment().program("drover"));
    for (var word : words) {
      line.append(' ').append(quoted(word));
    }
    for (var option : options) {
      var value = call.arguments().value(option);
      if (value != null) {
        line.append(' ').append(option.name()).append(' ').append(quoted(value));
      }
    }
    return line.toString();
  }

  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:=@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
