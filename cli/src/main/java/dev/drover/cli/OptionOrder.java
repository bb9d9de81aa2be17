package dev.drover.cli;

import dev.drover.cli.command.Command;
import dev.drover.cli.command.Option;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Puts options that stand before the command behind it, so that their order makes no difference.
///
/// Which words are values is known only together with the command: `--session` takes a value for
/// `run` and none for `approve`. Where that is in doubt, a word that is the name of a command is
/// one.
final class OptionOrder {
  private OptionOrder() {}

  /// @return the same words; as they were if there is no command, or an option before it is unknown
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

  private static boolean takesNext(List<Option> known, String[] args, int next) {
    if (known.stream().noneMatch(Option::takesValue)) {
      return false;
    }
    return known.stream().allMatch(Option::takesValue)
        || next >= args.length
        || !isCommand(args[next]);
  }

  private static boolean isOption(String word) {
    return word.startsWith("-") && word.length() > 1 && !word.equals("--");
  }

  private static boolean isCommand(String word) {
    return Commands.ALL.stream().map(Command::name).anyMatch(word::equals);
  }

  private static Stream<Option> options() {
    return Stream.concat(
        Stream.concat(Option.COMMON.stream(), Stream.of(Option.VERSION)),
        Commands.ALL.stream().flatMap(command -> command.syntax().options().stream()));
  }
}
