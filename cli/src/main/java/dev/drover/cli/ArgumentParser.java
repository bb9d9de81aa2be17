package dev.drover.cli;

import dev.drover.cli.command.CliCommand;
import dev.drover.cli.command.CommandArguments;
import dev.drover.cli.command.CommandOption;
import dev.drover.cli.config.NameSuggestion;
import dev.drover.cli.environment.CliRefusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// Parses the command line.
///
/// Commands are described by method calls, not annotations: annotations are read through proxies
/// that no AOT cache can hold, which would double the startup time.
final class ArgumentParser {
  private static final String WORDS = "0..*";

  /// Its words may be the command of another program, with options of its own.
  private static final String BEFORE_COMMANDS = "mcp";

  private ArgumentParser() {}

  /// @param command null if none was typed
  record ParsedCommand(@Nullable CliCommand command, CommandArguments arguments) {}

  static ParsedCommand parse(String... args) {
    // A word that begins with @ is a word: the name of a package, a mention in a prompt.
    var program = new CommandLine(program()).setExpandAtFiles(false);
    try {
      var parsed = program.parseArgs(OptionOrder.commandFirst(args));
      var chosen = parsed.hasSubcommand() ? parsed.subcommand() : null;
      if (chosen == null) {
        return new ParsedCommand(null, arguments(parsed, null));
      }
      var command = (CliCommand) chosen.commandSpec().userObject();
      var arguments = arguments(parsed, chosen);
      if (!arguments.has(CommandOption.HELP)) {
        check(command, arguments);
      }
      return new ParsedCommand(command, arguments);
    } catch (ParameterException wrong) {
      throw refusal(wrong);
    }
  }

  private static CommandSpec program() {
    var spec = CommandSpec.create().name("drover");
    CommandOption.COMMON.forEach(option -> spec.addOption(spec(option)));
    spec.addOption(spec(CommandOption.VERSION));
    for (var command : CliCommands.ALL) {
      var sub = CommandSpec.wrapWithoutInspection(command).name(command.name());
      CommandOption.COMMON.forEach(option -> sub.addOption(spec(option)));
      command.syntax().options().forEach(option -> sub.addOption(spec(option)));
      if (command.syntax().words().most() > 0) {
        sub.addPositional(
            PositionalParamSpec.builder()
                .index(WORDS)
                .arity(WORDS)
                .paramLabel(command.syntax().words().label())
                .type(List.class)
                .auxiliaryTypes(String.class)
                .build());
      }
      spec.addSubcommand(command.name(), new CommandLine(sub));
    }
    return spec;
  }

  private static OptionSpec spec(CommandOption option) {
    var spec = OptionSpec.builder(option.name());
    if (!option.takesValue()) {
      return spec.type(boolean.class).arity("0").build();
    }
    spec.arity("1").paramLabel(option.label());
    return switch (option.times()) {
      case ONCE -> spec.type(String.class).build();
      case ANY -> spec.type(List.class).auxiliaryTypes(String.class).build();
    };
  }

  /// Common options may also precede the command.
  private static CommandArguments arguments(ParseResult before, @Nullable ParseResult after) {
    var options = new HashMap<String, String>();
    var repeated = new HashMap<String, List<String>>();
    var words = new ArrayList<String>();
    for (var result : after == null ? List.of(before) : List.of(before, after)) {
      for (var option : result.matchedOptions()) {
        if (option.isMultiValue()) {
          repeated.put(option.longestName(), List.copyOf(option.stringValues()));
        } else {
          options.put(
              option.longestName(),
              option.arity().max() == 0 ? "" : option.stringValues().getLast());
        }
      }
      // Words separated by an option are matched in pieces, and each piece repeats the full match.
      result.matchedPositionals().stream()
          .distinct()
          .forEach(positional -> words.addAll(positional.stringValues()));
    }
    return new CommandArguments(options, repeated, words);
  }

  private static void check(CliCommand command, CommandArguments arguments) {
    var expected = command.syntax().words();
    int given = arguments.words().size();
    if (given < expected.least()) {
      throw CliRefusal.usage(
          "argument_missing",
          "drover %s needs %s".formatted(command.name(), expected.label()),
          seeHelp(command.name()));
    }
    if (given > expected.most()) {
      throw tooMany(command.name(), arguments.words().getLast());
    }
  }

  private static CliRefusal refusal(ParameterException wrong) {
    var spec = wrong.getCommandLine().getCommandSpec();
    return switch (wrong) {
      case UnmatchedArgumentException unmatched -> unmatched(spec, unmatched.getUnmatched());
      case MissingParameterException missing ->
          CliRefusal.usage(
              "value_missing",
              missing.getMissing().stream()
                  .map(
                      one ->
                          one instanceof OptionSpec option
                              ? option.longestName()
                              : one.paramLabel())
                  .findFirst()
                  .map(name -> name + " needs a value")
                  .orElse("a value is missing"),
              seeHelp(spec.name()));
      case OverwrittenOptionException twice ->
          CliRefusal.usage(
              "option_repeated",
              "an option was given twice: " + twice.getMessage(),
              "Give it once.");
      default ->
          CliRefusal.usage("usage", String.valueOf(wrong.getMessage()), seeHelp(spec.name()));
    };
  }

  private static CliRefusal unmatched(CommandSpec spec, List<String> words) {
    var first = words.getFirst();
    if (first.startsWith("-") && first.length() > 1) {
      var name = first.contains("=") ? first.substring(0, first.indexOf('=')) : first;
      var known = spec.options().stream().map(OptionSpec::longestName).toList();
      return CliRefusal.usage(
          "unknown_option",
          "there is no option '%s'%s".formatted(name, ofCommand(spec)),
          "Did you mean %s?".formatted(NameSuggestion.to(name, known))
              + (spec.name().equals(BEFORE_COMMANDS)
                  ? " Write -- before the command of a server."
                  : ""));
    }
    if (spec.subcommands().isEmpty()) {
      return tooMany(spec.name(), first);
    }
    return CliRefusal.usage(
        "unknown_command",
        "there is no command '%s'".formatted(first),
        "Did you mean %s? 'drover --help' lists them all."
            .formatted(NameSuggestion.to(first, spec.subcommands().keySet())));
  }

  private static String ofCommand(CommandSpec spec) {
    return spec.subcommands().isEmpty() ? " of drover " + spec.name() : "";
  }

  private static CliRefusal tooMany(String command, String word) {
    return CliRefusal.usage(
        "argument_unexpected",
        "drover %s has no use for '%s'".formatted(command, word),
        seeHelp(command));
  }

  private static String seeHelp(String command) {
    return "See 'drover %s'.".formatted(command.equals("drover") ? "--help" : command + " --help");
  }
}
