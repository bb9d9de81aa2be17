package dev.drover.tools.shell;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.EffectClass;
import dev.drover.spi.tool.Subject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.work.Arguments;
import dev.drover.tools.work.Arguments.Range;
import dev.drover.tools.work.WorkspaceTool;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Runs a command. An exit code other than 0 is an answer like any other: a test that fails is what
/// the model wants to know. Only a command that could not be brought to its own end is a failure.
public final class BashTool extends WorkspaceTool {
  /// What is said about the end has its place within the limit too.
  private static final int KEPT = ToolSpec.DEFAULT_OUTPUT_LIMIT - 512;

  private final ShellTimes times;

  public BashTool() {
    this(ShellTimes.DEFAULT);
  }

  public BashTool(ShellTimes times) {
    super(specOf(times));
    this.times = times;
  }

  private static ToolSpec specOf(ShellTimes times) {
    return new ToolSpec(
        "bash",
        """
        Runs a command with bash in the workspace and answers with what it printed, standard \
        output and errors together. There is no input. It is stopped after %d seconds if timeout \
        does not say otherwise.\
        """
            .formatted(times.timeout().toSeconds()),
        """
        {"type":"object","properties":{\
        "command":{"type":"string","minLength":1},\
        "timeout":{"type":"integer","minimum":1,"maximum":%d,"description":"in seconds"}},\
        "required":["command"],"additionalProperties":false}\
        """
            .formatted(times.maxTimeout().toSeconds()),
        new CallTerms(EffectClass.UNSAFE, CallTerms.AfterCrash.TELL_MODEL, CallTerms.Pace.IN_ORDER),
        // The command's own timeout comes first, so that its output is not lost.
        times.maxTimeout().plus(times.grace()).plus(times.drain()).plusSeconds(5),
        ToolSpec.DEFAULT_OUTPUT_LIMIT);
  }

  @Override
  public String carryOut(Job job) throws Obstacle, IOException {
    var command = job.arguments().text("command");
    if (command.isBlank() || command.indexOf('\0') >= 0) {
      throw new Obstacle("The command is empty or has a zero character. Give one shell command.");
    }
    int seconds =
        job.arguments()
            .number(
                "timeout",
                new Range(1, (int) times.maxTimeout().toSeconds()),
                (int) times.timeout().toSeconds());
    var kept = new HeadAndTail(KEPT);
    var run =
        ShellRun.start(
            job.workspace().root(), command, new ShellRun.Output(kept, job.call()::output), times);
    return answer(run.await(Duration.ofSeconds(seconds)), kept);
  }

  private static String answer(ShellRun.Ending ending, HeadAndTail kept) throws Obstacle {
    return switch (ending) {
      case ShellRun.Ending.Exited(var code, var background) ->
          printed(kept) + endOf(code) + noteOn(background);
      case ShellRun.Ending.TimedOut(var after) ->
          throw new Obstacle(
              "%s[stopped after %d seconds, with all it had started; "
                      .formatted(printed(kept), after.toSeconds())
                  + "above is what it printed until then. "
                  + "Allow more with timeout, or do less at once.]");
      case ShellRun.Ending.Interrupted _ ->
          throw new Obstacle(
              "%s[interrupted and stopped, with all it had started; ".formatted(printed(kept))
                  + "above is what it printed until then]");
    };
  }

  private static String printed(HeadAndTail kept) {
    if (kept.isEmpty()) {
      return "[no output]\n";
    }
    var text = kept.text();
    return text.endsWith("\n") ? text : text + "\n";
  }

  private static String endOf(int code) {
    return code == 0 ? "" : "[exit code %d]\n".formatted(code);
  }

  private static String noteOn(ShellRun.Background background) {
    return switch (background) {
      case NONE -> "";
      case LEFT ->
          "[something still runs in the background; what it prints from now on is lost. Send"
              + " its output to a file next time.]\n";
    };
  }

  @Override
  public String preview(ToolInvocation call) {
    return command(call).orElse(call.arguments());
  }

  @Override
  public List<Subject> subjects(ToolInvocation call) {
    return command(call)
        .<List<Subject>>map(line -> List.of(new Subject.Shell(line)))
        .orElse(List.of());
  }

  private static Optional<String> command(ToolInvocation call) {
    try {
      return Optional.of(Arguments.of(call).text("command"));
    } catch (Obstacle unreadable) {
      return Optional.empty();
    }
  }
}
