package dev.drover.cli.command;

import dev.drover.cli.demo.SampleProject.Story;
import dev.drover.cli.host.ExitCode;
import java.util.List;
import java.util.Map;

/// Shows the main job on a sample project, by doing what a person would: calling `run`.
public final class DemoCommand implements Command {
  private static final Option CRASH =
      new Option("--crash", "", "kill the process in the middle of a tool, and go on in a new one");
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
  public Syntax syntax() {
    return Syntax.of(Syntax.NO_WORDS, CRASH);
  }

  @Override
  public ExitCode run(Call call) {
    return call.arguments().has(CRASH) ? new CrashDemo(call).run() : fix(call);
  }

  private static ExitCode fix(Call call) {
    var stage = new DemoStage(call, Story.FIX);
    stage.tell(call.look().bold("An agent fixes a bug."));
    stage.tell("The model is scripted, so this needs no key and no network.");
    stage.tell("The tools, the question it asks, the journal and the tests are real.");
    stage.introduce(PROMPT);
    var options = stage.options();
    options.put(Option.SESSION.name(), DemoStage.SESSION);
    if (!call.host().terminal().asks()) {
      options.put("--approve", "auto");
    }
    var typed = new Arguments(options, Map.of(), List.of(PROMPT));
    var exit = new RunCommand().run(new Call(stage.alone(), typed));
    stage.sayWhereToLook();
    stage.tell("");
    stage.tell(
        "Next, an agent that is killed in the middle of its work: "
            + stage.program()
            + " demo --crash");
    return exit;
  }
}
