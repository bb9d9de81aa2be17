package dev.drover.cli.command;

import dev.drover.cli.demo.ChildProcess;
import dev.drover.cli.demo.SampleProject.Scenario;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.output.TerminalStyle.Colours;
import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/// Runs two real processes: one that is killed with `kill -9` during a tool call, and one that
/// resumes its run.
final class CrashDemo {
  private static final String PROMPT =
      "Fix calc.sh, publish it, once, and check that its tests pass.";
  private static final String MIDDLE_OF_WORK = "publishing calc";
  private static final Duration SUSPENSE = Duration.ofMillis(1200);

  private final CliInvocation call;
  private final DemoSetup stage;

  CrashDemo(CliInvocation call) {
    this.call = call;
    this.stage = new DemoSetup(call, Scenario.CRASH);
  }

  ExitCode run() {
    try {
      var style = call.style();
      stage.printLine(style.bold("An agent is killed in the middle of its work, and goes on."));
      stage.printLine(
          "The model is scripted. The processes, the kill -9 and the journal are real.");
      stage.introduce(PROMPT);
      killInTheMiddle();
      int exit = goOn();
      long published = stage.project().published();
      stage.printLine("");
      stage.printLine(
          published == 1 ? style.green(style.signs().good()) : style.red(style.signs().bad()),
          " published.txt has %d line: nothing was lost, and nothing happened twice."
              .formatted(published));
      stage.sayWhereToLook();
      return exit == 0 && published == 1 ? ExitCode.COMPLETED : ExitCode.FAILED;
    } catch (IOException broken) {
      throw CliRefusal.failed(
          "demo_failed",
          "a second process cannot be started: " + IoErrors.describe(broken),
          "Run it again with --verbose and report what it says.");
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return ExitCode.CANCELLED;
    }
  }

  private void killInTheMiddle() throws IOException, InterruptedException {
    var style = call.style();
    var first = start("run", "--session", DemoSetup.SESSION, PROMPT);
    announce(first, "drover run");
    stage.printLine("");
    if (!first.copyUntil(MIDDLE_OF_WORK, call.out()::relay)) {
      throw CliRefusal.failed(
          "demo_failed",
          "the first process ended before it could be killed",
          "Run it again with --verbose and report what it says.");
    }
    if (DemoSetup.isWatched(call)) {
      var time = call.environment().time();
      time.sleepUntil(time.now().plus(SUSPENSE));
    }
    int exit = first.kill();
    stage.printLine("");
    stage.printLine(
        style.red(style.signs().bad() + " kill -9 " + first.pid()),
        "  The process is gone (exit code %d), in the middle of publish.sh.".formatted(exit));
    stage.printLine("  The journal says that the call began. It does not say how it ended.");
    stage.printLine("");
  }

  private int goOn() throws IOException, InterruptedException {
    var second = start("resume", DemoSetup.SESSION);
    announce(second, "drover resume");
    stage.printLine("");
    int exit = second.copyToEnd(call.out()::relay);
    return exit;
  }

  private void announce(ChildProcess child, String command) {
    var style = call.style();
    stage.printLine(
        style.cyan(style.signs().arrow() + " process " + child.pid()), style.dim("  " + command));
  }

  private ChildProcess start(String... words) throws IOException {
    var arguments = new ArrayList<>(List.of(words));
    stage
        .options()
        .forEach(
            (name, value) -> {
              arguments.add(name);
              if (!value.isEmpty()) {
                arguments.add(value);
              }
            });
    var environment = new HashMap<String, String>();
    environment.put("CLICOLOR_FORCE", call.style().colours() == Colours.ON ? "1" : "0");
    return ChildProcess.start(stage.project().folder(), environment, arguments);
  }
}
