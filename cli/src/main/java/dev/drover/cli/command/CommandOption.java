package dev.drover.cli.command;

import dev.drover.cli.config.ConfigurationKey;
import java.util.List;

/// A command line option.
///
/// @param label the placeholder of its value in the help; empty if it takes none
public record CommandOption(String name, String label, String description, Times times) {
  /// How often the option may be given.
  public enum Times {
    ONCE,
    ANY
  }

  CommandOption(String name, String label, String description) {
    this(name, label, description, Times.ONCE);
  }

  static final CommandOption WORKSPACE =
      new CommandOption("--workspace", "DIR", "the folder to work in (default: here)");
  public static final CommandOption JSON =
      new CommandOption("--json", "", "one JSON object a line on standard output, nothing else");
  static final CommandOption QUIET = new CommandOption("--quiet", "", "only the answer");
  public static final CommandOption VERBOSE =
      new CommandOption("--verbose", "", "stack traces and warnings in full");
  public static final CommandOption HELP = new CommandOption("--help", "", "show this text");
  public static final CommandOption VERSION =
      new CommandOption("--version", "", "show the version");
  static final CommandOption SESSION =
      new CommandOption("--session", "ID", "the session to go on with; created if it is new");

  static final CommandOption ATTACH =
      new CommandOption(
          "--attach", "FILE", "a file that goes with the prompt; may be given again", Times.ANY);

  static final CommandOption HTTP =
      new CommandOption("--http", "", "serve over HTTP on this machine, with a token");

  static final CommandOption PORT =
      new CommandOption("--port", "N", "the port of --http; 0 picks a free one (default: 0)");

  /// Options of every command.
  public static final List<CommandOption> COMMON =
      List.of(
          of(
              ConfigurationKey.STORE,
              "FILE",
              "where sessions are kept (default: .drover/drover.db)"),
          WORKSPACE,
          JSON,
          QUIET,
          VERBOSE,
          HELP);

  /// Options of commands that build an agent.
  static final List<CommandOption> AGENT =
      List.of(
          of(ConfigurationKey.SCRIPT, "FILE", "play the model from this YAML file"),
          of(
              ConfigurationKey.MODEL,
              "PROVIDER/NAME",
              "the model, as 'drover models' lists them, or script/FILE"),
          of(ConfigurationKey.AGENT, "NAME", "the agent's name (default: main)"),
          of(ConfigurationKey.APPROVE, "ask|auto|deny", "who answers approvals (default: ask)"),
          of(ConfigurationKey.MAX_TURNS, "N", "model calls with tools in one run (default: 50)"),
          of(
              ConfigurationKey.BUDGET,
              "TOKENS",
              "no model call is begun once a run has used so many"));

  static CommandOption of(ConfigurationKey key, String label, String description) {
    return new CommandOption(key.flag(), label, description);
  }

  public boolean takesValue() {
    return !label.isEmpty();
  }
}
