package dev.drover.cli.command;

import dev.drover.cli.demo.SampleProject;
import dev.drover.cli.demo.SampleProject.Pace;
import dev.drover.cli.demo.SampleProject.Scenario;
import dev.drover.cli.environment.CliEnvironment;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// Shared by both demos: the project, the explanations between the runs, and the final hints.
final class DemoSetup {
  static final String SESSION = "demo";

  private static final int NAME_LENGTH = 6;

  private final CliInvocation call;
  private final Scenario scenario;
  private final SampleProject project;

  DemoSetup(CliInvocation call, Scenario scenario) {
    this.call = call;
    this.scenario = scenario;
    this.project =
        SampleProject.create(place(call), scenario, isWatched(call) ? Pace.SLOW : Pace.FAST);
  }

  /// Short, because people type it; new, so that no earlier demo is overwritten.
  private static Path place(CliInvocation call) {
    var chosen = call.environment().variable("TMPDIR");
    var temporary = chosen.isEmpty() ? System.getProperty("java.io.tmpdir") : chosen;
    var fresh = call.environment().time().freshId("");
    var name = fresh.substring(Math.max(0, fresh.length() - NAME_LENGTH));
    return Path.of(temporary, "drover-demo-" + name);
  }

  /// Pauses only make sense on a terminal.
  static boolean isWatched(CliInvocation call) {
    return call.outputFormat() == OutputFormat.READABLE
        && call.environment().terminal().outputIsTerminal()
        && call.environment().variable("CI").isEmpty();
  }

  SampleProject project() {
    return project;
  }

  String program() {
    return call.environment().program("./drover");
  }

  /// Explanations are printed for people only.
  void printLine(Object... line) {
    if (call.outputFormat() == OutputFormat.READABLE) {
      call.out().line(line);
    }
  }

  void introduce(String prompt) {
    var style = call.style();
    printLine("");
    printLine(
        "  ",
        style.dim("project  "),
        project.folder(),
        style.dim("  " + String.join(" ", scenario.files())));
    printLine("  ", style.dim("prompt   "), prompt);
    printLine("");
  }

  /// The person's own configuration must not affect a demo.
  CliEnvironment isolatedEnvironment() {
    var host = call.environment();
    var environment = new HashMap<>(host.environment());
    environment
        .keySet()
        .removeIf(name -> name.startsWith("DROVER_") || name.equals("XDG_CONFIG_HOME"));
    return new CliEnvironment(
        environment,
        project.folder(),
        project.folder(),
        host.user(),
        host.streams(),
        host.terminal(),
        host.time(),
        host.interrupts());
  }

  /// The options of `run` and `resume`.
  Map<String, String> options() {
    var options = new HashMap<String, String>();
    options.put("--workspace", project.folder().toString());
    options.put("--store", project.store().toString());
    options.put("--script", project.script().toString());
    for (var option :
        new CommandOption[] {CommandOption.JSON, CommandOption.QUIET, CommandOption.VERBOSE}) {
      if (call.arguments().has(option)) {
        options.put(option.name(), "");
      }
    }
    return options;
  }

  void sayWhereToLook() {
    var store = " --store " + project.store();
    printLine("");
    printLine("Every step is in the journal. Look at it:");
    printLine("  " + program() + " events " + SESSION + store);
    printLine("  " + program() + " show " + SESSION + store);
    printLine("  " + program() + " replay " + SESSION + store);
  }
}
