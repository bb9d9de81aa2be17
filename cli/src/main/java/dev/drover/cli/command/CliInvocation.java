package dev.drover.cli.command;

import dev.drover.cli.config.ApprovalMode;
import dev.drover.cli.config.Configuration;
import dev.drover.cli.config.Settings;
import dev.drover.cli.config.SettingsReader;
import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.ConsolePrinter;
import dev.drover.cli.output.JsonLine;
import dev.drover.cli.output.JsonRunDisplay;
import dev.drover.cli.output.OutputTable;
import dev.drover.cli.output.QuietRunDisplay;
import dev.drover.cli.output.RunDisplay;
import dev.drover.cli.output.TerminalStyle;
import dev.drover.cli.output.TextRunDisplay;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.CliRuntime.Purpose;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.store.GrantStore.GrantId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One invocation of a command: its arguments, its environment and its output.
public final class CliInvocation {
  private final CliEnvironment environment;
  private final CommandArguments arguments;
  private final ConsolePrinter out;
  private final ConsolePrinter err;
  private @Nullable TerminalStyle style;
  private @Nullable Configuration loadConfiguration;
  private boolean reported;
  private final List<String> reportedWarnings = new ArrayList<>();

  public CliInvocation(CliEnvironment host, CommandArguments arguments) {
    this.environment = host;
    this.arguments = arguments;
    this.out = ConsolePrinter.out(host);
    this.err = ConsolePrinter.err(host);
  }

  private CliInvocation(
      CliEnvironment host, CliInvocation other, ConsolePrinter out, ConsolePrinter err) {
    this.environment = host;
    this.arguments = other.arguments;
    this.out = out;
    this.err = err;
    this.loadConfiguration = other.loadConfiguration;
    this.reported = other.reported;
  }

  /// Returns the same invocation in another environment.
  CliInvocation withEnvironment(CliEnvironment place) {
    return new CliInvocation(place, this, ConsolePrinter.out(place), ConsolePrinter.err(place));
  }

  /// Ends the process at once. Work in progress then finds a closed store, and must not report it.
  void exitNow(String lastLine) {
    out.close();
    err.line(lastLine);
    err.close();
    System.exit(ExitCode.CANCELLED.number());
  }

  /// Returns the same invocation for a terminal that may have been resized.
  CliInvocation remeasured() {
    out.remeasure();
    err.remeasure();
    return new CliInvocation(environment, this, out, err);
  }

  /// Returns an invocation with the same options in another folder.
  CliInvocation in(Path workspace) {
    return new CliInvocation(
        environment, arguments.with(CommandOption.WORKSPACE, workspace.toString()));
  }

  CliEnvironment environment() {
    return environment;
  }

  CommandArguments arguments() {
    return arguments;
  }

  ConsolePrinter out() {
    return out;
  }

  ConsolePrinter err() {
    return err;
  }

  TerminalStyle style() {
    if (style == null) {
      style = TerminalStyle.of(environment);
    }
    return style;
  }

  OutputFormat outputFormat() {
    if (arguments.has(CommandOption.JSON)) {
      return OutputFormat.JSON;
    }
    return arguments.has(CommandOption.QUIET) ? OutputFormat.QUIET : OutputFormat.READABLE;
  }

  /// Returns the settings. Workspace settings that are ignored for lack of trust are reported once.
  Settings loadSettings() {
    var chosen = loadConfiguration();
    if (!reported) {
      reported = true;
      TrustDescription.report(chosen.trust()).ifPresent(this::warn);
    }
    return chosen.settings();
  }

  Configuration loadConfiguration() {
    if (loadConfiguration == null) {
      loadConfiguration =
          SettingsReader.configuration(
              environment, arguments.value(CommandOption.WORKSPACE), arguments.settings());
    }
    return loadConfiguration;
  }

  /// The person has changed which files are trusted.
  void configurationChanged() {
    loadConfiguration = null;
  }

  /// Opens the existing store to change it.
  CliRuntime openExisting() {
    return CliRuntime.openExisting(loadSettings(), environment.time(), Purpose.CHANGE);
  }

  /// Opens the store read-only.
  CliRuntime openReadOnly() {
    return CliRuntime.openExisting(loadSettings(), environment.time(), Purpose.READ);
  }

  RunDisplay screen(CliRuntime runtime) {
    return switch (outputFormat()) {
      case READABLE -> new TextRunDisplay(out, style(), runtime.queries()::read);
      case JSON -> new JsonRunDisplay(out, runtime.queries()::read);
      case QUIET ->
          new QuietRunDisplay(
              out,
              runtime.queries()::read,
              loadSettings().approve() == ApprovalMode.ASK && environment.terminal().isInteractive()
                  ? style()
                  : null);
    };
  }

  void print(OutputTable table, String ifEmpty) {
    switch (outputFormat()) {
      case JSON -> table.printJson(out);
      case READABLE, QUIET -> {
        if (!table.isEmpty()) {
          table.print(out, style());
        } else if (outputFormat() == OutputFormat.READABLE) {
          out.line(ifEmpty);
        }
      }
    }
  }

  /// Reports a problem: as a line to people, as an object to programs.
  void report(Problem problem) {
    switch (outputFormat()) {
      case JSON -> err.json(JsonLine.error(problem));
      case READABLE, QUIET -> err.line(problem);
    }
  }

  /// Reports a warning that does not stop the command.
  void warn(Object words) {
    reportedWarnings.add(words.toString());
    switch (outputFormat()) {
      case JSON ->
          err.json(new JsonLine().with("type", "warning").with("detail", words.toString()));
      case READABLE, QUIET -> err.line(words);
    }
  }

  /// The warnings of this invocation so far.
  List<String> reportedWarnings() {
    return List.copyOf(reportedWarnings);
  }

  /// Suggests the next step to a person. Programs read it from the objects.
  void hint(String line) {
    switch (outputFormat()) {
      case READABLE -> out.copyable(line);
      case QUIET -> err.copyable(line);
      case JSON -> {}
    }
  }

  NamedIds ids(CliRuntime runtime) {
    return new NamedIds(this, runtime.queries());
  }

  SessionId session(String text) {
    return id("session", text, SessionId::new);
  }

  RunId run(String text) {
    return id("run", text, RunId::new);
  }

  ApprovalId approval(String text) {
    return id("approval", text, ApprovalId::parse);
  }

  GrantId grant(String text) {
    return id("rule", text, GrantId::parse);
  }

  private static <T> T id(String kind, String text, Function<String, T> read) {
    try {
      return read.apply(text);
    } catch (IllegalArgumentException malformed) {
      throw CliRefusal.usage(
          "id_malformed",
          "'%s' is no %s's id: %s".formatted(text, kind, malformed.getMessage()),
          "Copy one from 'drover sessions', 'drover runs', 'drover approvals' or 'drover rules'.");
    }
  }
}
