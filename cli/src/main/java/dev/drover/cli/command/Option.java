package dev.drover.cli.command;

import dev.drover.cli.config.Key;
import java.util.List;

/// Something that may be typed with two dashes before it.
///
/// @param label what stands for its value in the help; empty if it takes none
public record Option(String name, String label, String description, Times times) {
  /// How often it may be given.
  public enum Times {
    ONCE,
    ANY
  }

  Option(String name, String label, String description) {
    this(name, label, description, Times.ONCE);
  }

  static final Option WORKSPACE =
      new Option("--workspace", "DIR", "the folder to work in (default: here)");
  public static final Option JSON =
      new Option("--json", "", "one JSON object a line on standard output, nothing else");
  static final Option QUIET = new Option("--quiet", "", "only the answer");
  public static final Option VERBOSE =
      new Option("--verbose", "", "stack traces and warnings in full");
  public static final Option HELP = new Option("--help", "", "show this text");
  public static final Option VERSION = new Option("--version", "", "show the version");
  static final Option SESSION =
      new Option("--session", "ID", "the session to go on with; created if it is new");

  static final Option ATTACH =
      new Option(
          "--attach", "FILE", "a file that goes with the prompt; may be given again", Times.ANY);

  /// What every command takes.
  public static final List<Option> COMMON =
      List.of(
          of(Key.STORE, "FILE", "where sessions are kept (default: .drover/drover.db)"),
          WORKSPACE,
          JSON,
          QUIET,
          VERBOSE,
          HELP);

  /// What commands take that build an agent.
  static final List<Option> AGENT =
      List.of(
          of(Key.SCRIPT, "FILE", "play the model from this YAML file"),
          of(
              Key.MODEL,
              "PROVIDER/NAME",
              "the model, as 'drover models' lists them, or script/FILE"),
          of(Key.AGENT, "NAME", "the agent's name (default: main)"),
          of(Key.APPROVE, "ask|auto|deny", "who answers approvals (default: ask)"),
          of(Key.MAX_TURNS, "N", "model calls with tools in one run (default: 50)"),
          of(Key.BUDGET, "TOKENS", "no model call is begun once a run has used so many"));

  static Option of(Key key, String label, String description) {
    return new Option(key.flag(), label, description);
  }

  public boolean takesValue() {
    return !label.isEmpty();
  }
}
