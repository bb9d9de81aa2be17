package dev.drover.cli.command;

import dev.drover.cli.demo.ChildProcess;
import dev.drover.cli.demo.SampleProject.Story;
import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.screen.Look.Colours;
import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/// Two real processes: one that is killed with `kill -9` while a tool is at work, and one that goes
/// on.
final class CrashDemo {
  private static final String PROMPT =
      "Fix calc.sh, publish it, once, and check that its tests pass.";
  private static final String MIDDLE_OF_WORK = "publishing calc";
  private static final Duration SUSPENSE = Duration.ofMillis(1200);

  private final Call call;
  private final DemoStage stage;

  CrashDemo(Call call) {
    this.call = call;
    this.stage = new DemoStage(call, Story.CRASH);
  }

  ExitCode run() {
    try {
      var look = call.look();
      stage.tell(look.bold("An agent is killed in the middle of its work, and goes on."));
      stage.tell("The model is scripted. The processes, the kill -9 and the journal are real.");
      stage.introduce(PROMPT);
      killInTheMiddle();
      int exit = goOn();
      long published = stage.project().published();
      stage.tell("");
      stage.tell(
          published == 1 ? look.green(look.signs().good()) : look.red(look.signs().bad()),
          " published.txt has %d line: nothing was lost, and nothing happened twice."
              .formatted(published));
      stage.sayWhereToLook();
      return exit == 0 && published == 1 ? ExitCode.COMPLETED : ExitCode.FAILED;
    } catch (IOException broken) {
      throw Refusal.failed(
          "demo_failed",
          "the program cannot be started once more: " + IoErrors.describe(broken),
          "Run it again with --verbose and report what it says.");
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return ExitCode.CANCELLED;
    }
  }

  private void killInTheMiddle() throws IOException, InterruptedException {
    var look = call.look();
    var first = start("run", "--session", DemoStage.SESSION, PROMPT);
    announce(first, "drover run");
    stage.tell("");
    if (!first.copyUntil(MIDDLE_OF_WORK, call.out()::relay)) {
      throw Refusal.failed(
          "demo_failed",
          "the first process ended before it could be killed",
          "Run it again with --verbose and report what it says.");
    }
    if (DemoStage.isWatched(call)) {
      var time = call.host().time();
      time.sleepUntil(time.now().plus(SUSPENSE));
    }
    int exit = first.kill();
    stage.tell("");
    stage.tell(
        look.red(look.signs().bad() + " kill -9 " + first.pid()),
        "  The process is gone (exit code %d), in the middle of publish.sh.".formatted(exit));
    stage.tell("  The journal says that the call began. It does not say how it ended.");
    stage.tell("");
  }

  private int goOn() throws IOException, InterruptedException {
    var second = start("resume", DemoStage.SESSION);
    announce(second, "drover resume");
    stage.tell("");
    int exit = second.copyToEnd(call.out()::relay);
    return exit;
  }

  private void announce(ChildProcess child, String command) {
    var look = call.look();
    stage.tell(
        look.cyan(look.signs().arrow() + " process " + child.pid()), look.dim("  " + command));
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
    environment.put("CLICOLOR_FORCE", call.look().colours() == Colours.ON ? "1" : "0");
    return ChildProcess.start(stage.project().folder(), environment, arguments);
  }
}
