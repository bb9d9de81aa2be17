package dev.drover.cli.command;

import dev.drover.cli.demo.SampleProject.Scenario;
import dev.drover.cli.environment.ExitCode;
import java.util.List;
import java.util.Map;

/// Shows the main use on a sample project by calling `run` as a person would.
public final class DemoCommand implements CliCommand {
  private static final CommandOption CRASH =
      new CommandOption(
          "--crash", "", "kill the process in the middle of a tool, and go on in a new one");
  private static final String PROMPT = "The tests of calc.sh fail. Find out why, and fix it.";

  public DemoCommand() {}

  @Override
  public String name() {
    return "demo";
  }

  @Override
  public String summary() {
    return "shows an agent at work on a sample project, with no key and no network";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(CommandSyntax.NO_WORDS, CRASH);
  }

  @Override
  public ExitCode run(CliInvocation call) {
    return call.arguments().has(CRASH) ? new CrashDemo(call).run() : fix(call);
  }

  private static ExitCode fix(CliInvocation call) {
    var stage = new DemoSetup(call, Scenario.FIX);
    stage.printLine(call.style().bold("An agent fixes a bug."));
    stage.printLine("The model is scripted, so this needs no key and no network.");
    stage.printLine("The tools, the question it asks, the journal and the tests are real.");
    stage.introduce(PROMPT);
    var options = stage.options();
    options.put(CommandOption.SESSION.name(), DemoSetup.SESSION);
    if (!call.environment().terminal().isInteractive()) {
      options.put("--approve", "auto");
    }
    var typed = new CommandArguments(options, Map.of(), List.of(PROMPT));
    var exit = new RunCommand().run(new CliInvocation(stage.isolatedEnvironment(), typed));
    stage.sayWhereToLook();
    stage.printLine("");
    stage.printLine(
        "Next, an agent that is killed in the middle of its work: "
            + stage.program()
            + " demo --crash");
    return exit;
  }
}
