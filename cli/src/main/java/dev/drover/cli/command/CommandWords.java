package dev.drover.cli.command;

import java.util.ArrayList;
import java.util.List;

/// A command for a person to type next, with the options that led here.
final class CommandWords {
  private static final List<Option> PLACE = List.of(Option.COMMON.getFirst(), Option.WORKSPACE);

  private CommandWords() {}

  /// To look at, or answer, something in the same store.
  static String inSameStore(Call call, String... words) {
    return line(call, words, PLACE);
  }

  /// To go on with the same agent.
  static String withSameAgent(Call call, String... words) {
    var options = new ArrayList<>(PLACE);
    options.addAll(Option.AGENT);
    return line(call, words, options);
  }

  /// The option that chooses a model by the name under which it is in the journal. A script's file
  /// is not there.
  static String choosing(String model) {
    return model.startsWith("script/") || !model.contains("/")
        ? "--script FILE"
        : "--model " + quoted(model);
  }

  private static String line(Call call, String[] words, List<Option> options) {
    var line = new StringBuilder(call.host().program("drover"));
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
