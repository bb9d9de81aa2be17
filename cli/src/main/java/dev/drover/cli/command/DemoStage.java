package dev.drover.cli.command;

import dev.drover.cli.demo.SampleProject;
import dev.drover.cli.demo.SampleProject.Pace;
import dev.drover.cli.demo.SampleProject.Story;
import dev.drover.cli.host.Host;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// What both demos share: the project, what is told around the runs, and where to look afterwards.
final class DemoStage {
  static final String SESSION = "demo";

  private static final int NAME_LENGTH = 6;

  private final Call call;
  private final Story story;
  private final SampleProject project;

  DemoStage(Call call, Story story) {
    this.call = call;
    this.story = story;
    this.project =
        SampleProject.create(place(call), story, isWatched(call) ? Pace.SLOW : Pace.FAST);
  }

  /// Short, because people are to type it; new, because nobody's demo is to be overwritten.
  private static Path place(Call call) {
    var chosen = call.host().variable("TMPDIR");
    var temporary = chosen.isEmpty() ? System.getProperty("java.io.tmpdir") : chosen;
    var fresh = call.host().time().freshId("");
    var name = fresh.substring(Math.max(0, fresh.length() - NAME_LENGTH));
    return Path.of(temporary, "drover-demo-" + name);
  }

  /// Nobody is kept waiting who does not look.
  static boolean isWatched(Call call) {
    return call.view() == View.READABLE
        && call.host().terminal().writes()
        && call.host().variable("CI").isEmpty();
  }

  SampleProject project() {
    return project;
  }

  String program() {
    return call.host().program("./drover");
  }

  /// Only people are told stories.
  void tell(Object... line) {
    if (call.view() == View.READABLE) {
      call.out().line(line);
    }
  }

  void introduce(String prompt) {
    var look = call.look();
    tell("");
    tell(
        "  ",
        look.dim("project  "),
        project.folder(),
        look.dim("  " + String.join(" ", story.files())));
    tell("  ", look.dim("prompt   "), prompt);
    tell("");
  }

  /// Configuration of the person who watches has no part in a demo.
  Host alone() {
    var host = call.host();
    var environment = new HashMap<>(host.environment());
    environment
        .keySet()
        .removeIf(name -> name.startsWith("DROVER_") || name.equals("XDG_CONFIG_HOME"));
    return new Host(
        environment,
        project.folder(),
        project.folder(),
        host.user(),
        host.streams(),
        host.terminal(),
        host.time(),
        host.interrupts());
  }

  /// What is typed after `run` and `resume`.
  Map<String, String> options() {
    var options = new HashMap<String, String>();
    options.put("--workspace", project.folder().toString());
    options.put("--store", project.store().toString());
    options.put("--script", project.script().toString());
    for (var option : new Option[] {Option.JSON, Option.QUIET, Option.VERBOSE}) {
      if (call.arguments().has(option)) {
        options.put(option.name(), "");
      }
    }
    return options;
  }

  void sayWhereToLook() {
    var store = " --store " + project.store();
    tell("");
    tell("Every step is in the journal. Look at it:");
    tell("  " + program() + " events " + SESSION + store);
    tell("  " + program() + " show " + SESSION + store);
    tell("  " + program() + " replay " + SESSION + store);
  }
}
