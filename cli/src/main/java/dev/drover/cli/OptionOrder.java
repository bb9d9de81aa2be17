package dev.drover.cli;

import dev.drover.cli.command.CliCommand;
import dev.drover.cli.command.CommandOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Moves options that precede the command behind it, so that their order makes no difference.
///
/// Whether a word is a value depends on the command: `--session` takes a value for `run` and none
/// for `approve`. In doubt, a word that is a command's name is taken as the command.
final class OptionOrder {
  private OptionOrder() {}

  /// @return the reordered words; unchanged if there is no command or an option before it is
  ///   unknown
  static String[] commandFirst(String... args) {
    int at = 0;
    while (at < args.length && isOption(args[at])) {
      var name = args[at].contains("=") ? args[at].substring(0, args[at].indexOf('=')) : args[at];
      var known = options().filter(option -> option.name().equals(name)).toList();
      if (known.isEmpty()) {
        return args;
      }
      boolean hasValue = !args[at].contains("=") && takesNext(known, args, at + 1);
      at += hasValue ? 2 : 1;
    }
    if (at == 0 || at >= args.length || !isCommand(args[at])) {
      return args;
    }
    var ordered = new ArrayList<String>(args.length);
    ordered.add(args[at]);
    ordered.addAll(Arrays.asList(args).subList(0, at));
    ordered.addAll(Arrays.asList(args).subList(at + 1, args.length));
    return ordered.toArray(String[]::new);
  }

  private static boolean takesNext(List<CommandOption> known, String[] args, int next) {
    if (known.stream().noneMatch(CommandOption::takesValue)) {
      return false;
    }
    return known.stream().allMatch(CommandOption::takesValue)
        || next >= args.length
        || !isCommand(args[next]);
  }

  private static boolean isOption(String word) {
    return word.startsWith("-") && word.length() > 1 && !word.equals("--");
  }

  private static boolean isCommand(String word) {
    return CliCommands.ALL.stream().map(CliCommand::name).anyMatch(word::equals);
  }

  private static Stream<CommandOption> options() {
    return Stream.concat(
        Stream.concat(CommandOption.COMMON.stream(), Stream.of(CommandOption.VERSION)),
        CliCommands.ALL.stream().flatMap(command -> command.syntax().options().stream()));
  }
}
