package dev.drover.tools.shell;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.Input.Finding;
import dev.drover.spi.tool.DataFlow;
import dev.drover.spi.tool.Protection;
import dev.drover.spi.tool.Subject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.shell.RunningCommand.Ending;
import dev.drover.tools.work.Arguments;
import dev.drover.tools.work.Arguments.Range;
import dev.drover.tools.work.Printable;
import dev.drover.tools.work.WorkspaceTool;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Looks after commands that [BashTool] has started and that still run.
public final class ProcessTool extends WorkspaceTool {
  private static final int LONGEST_WAIT = 600;

  /// How long a process may take to read what is written to it, and to answer.
  private static final Duration READING = Duration.ofSeconds(1);

  private static final int LONGEST_INPUT = 64 * 1024;
  private static final int LONGEST_COMMAND = 200;

  private static final ToolSpec SPEC =
      new ToolSpec(
          "process",
          """
          Looks after commands that go on after bash has answered. poll: what a process printed \
          since the last time, and whether it has ended; with wait, up to so many seconds for \
          something new. write: gives it input, exactly as it stands (end a line with a line \
          break), and answers with what it prints. close: ends its input. kill: ends it and all \
          that it has started. list: all of them.\
          """,
          """
          {"type":"object","properties":{\
          "action":{"type":"string","enum":["poll","write","close","kill","list"]},\
          "id":{"type":"string","description":"as bash gave it, such as p12; not for list"},\
          "input":{"type":"string","maxLength":%d,"description":"for write"},\
          "wait":{"type":"integer","minimum":0,"maximum":%d,"description":"in seconds"}},\
          "required":["action"],"additionalProperties":false}\
          """
              .formatted(LONGEST_INPUT, LONGEST_WAIT),
          new CallTerms(EffectClass.UNSAFE, CallTerms.AfterCrash.PROBE, CallTerms.Pace.IN_ORDER),
          Duration.ofSeconds(LONGEST_WAIT + 30),
          ToolSpec.DEFAULT_OUTPUT_LIMIT);

  private final BashTool bash;

  /// @param bash what it can do, a process that is written to can
  public ProcessTool(BashTool bash) {
    super(SPEC);
    this.bash = bash;
  }

  private enum Action {
    POLL,
    WRITE,
    CLOSE,
    KILL,
    LIST;

    static Action of(Arguments arguments) throws Obstacle {
      var name = arguments.text("action");
      for (var action : values()) {
        if (action.name().equals(name.toUpperCase(Locale.ROOT))) {
          return action;
        }
      }
      throw new Obstacle("`action` must be poll, write, close, kill or list.");
    }
  }

  @Override
  public String carryOut(Job job) throws Obstacle, IOException, InterruptedException {
    var action = Action.of(job.arguments());
    return action == Action.LIST
        ? list(BashTool.processes(job))
        : bash.watched(job, lookout -> lookout.goOn(job), () -> act(action, job));
  }

  private String act(Action action, Job job) throws Obstacle, IOException, InterruptedException {
    return switch (action) {
      case LIST -> list(BashTool.processes(job));
      case POLL -> poll(job, find(job), Duration.ZERO);
      case WRITE -> write(job, find(job));
      case CLOSE -> {
        var process = find(job);
        process.closeInput();
        yield poll(job, process, READING);
      }
      case KILL -> kill(job, find(job));
    };
  }

  @Override
  public Finding probe(ToolInvocation call) throws IOException, InterruptedException {
    return bash.probe(call);
  }

  private static ShellProcess find(Job job) throws Obstacle {
    var id = job.arguments().text("id");
    return BashTool.processes(job)
        .find(id)
        .orElseThrow(
            () ->
                new Obstacle(
                    "There is no process '%s': its end was told before, or it died with the runtime that had started it. "
                            .formatted(Printable.of(id))
                        + "See what runs with action list, or start it again with bash."));
  }

  private static String poll(Job job, ShellProcess process, Duration otherwise)
      throws Obstacle, IOException, InterruptedException {
    int wait =
        job.arguments().number("wait", new Range(0, LONGEST_WAIT), (int) otherwise.toSeconds());
    process.output().awaitNews(Duration.ofSeconds(wait));
    var ending = process.ending();
    if (ending.isPresent()) {
      return end(job, process, ending.get());
    }
    var hint = "; all of it can be read when the process has ended";
    return "%s[%s is running]\n".formatted(Told.printed(process.take(), hint), process.id());
  }

  private static String write(Job job, ShellProcess process)
      throws Obstacle, IOException, InterruptedException {
    var input = job.arguments().text("input");
    if (input.length() > LONGEST_INPUT) {
      throw new Obstacle(
          "`input` is longer than %d characters. Write it in pieces.".formatted(LONGEST_INPUT));
    }
    process.feed(input, READING);
    return poll(job, process, READING);
  }

  private String kill(Job job, ShellProcess process)
      throws Obstacle, IOException, InterruptedException {
    return end(job, process, process.running().end(bash.times().grace()));
  }

  /// The end of a process that somebody asked about is an answer, whichever end it was.
  private static String end(Job job, ShellProcess process, Ending ending) throws IOException {
    return switch (ending) {
      case Ending.Stopped _ ->
          Told.printedToTheEnd(process, job)
              + "[%s was killed, with all it had started]\n".formatted(process.id());
      case Ending.TimedOut(var after) ->
          Told.printedToTheEnd(process, job)
              + "[%s was stopped after %d seconds, with all it had started]\n"
                  .formatted(process.id(), after.toSeconds());
      case Ending.Exited(var code, _) ->
          Told.printedToTheEnd(process, job)
              + "[%s has ended with exit code %d]\n".formatted(process.id(), code);
      case Ending.Lost(var report) ->
          Told.printedToTheEnd(process, job)
              + "[%s was lost: %s]\n".formatted(process.id(), report);
    };
  }

  private static String list(Processes processes) throws InterruptedException {
    var lines = new StringBuilder();
    for (var process : processes.all()) {
      lines.append(
          "%s %s: %s\n"
              .formatted(
                  process.id(),
                  process.ending().isPresent() ? "has ended" : "is running",
                  shortened(process.command())));
    }
    return lines.isEmpty() ? "[no processes]\n" : lines.toString();
  }

  private static String shortened(String command) {
    var line = command.lines().map(String::strip).collect(Collectors.joining(" "));
    return Printable.of(
        line.length() <= LONGEST_COMMAND ? line : line.substring(0, LONGEST_COMMAND) + " …");
  }

  @Override
  public String preview(ToolInvocation call) {
    return subject(call).orElse(call.arguments());
  }

  /// `poll p3`, `write p3 yes`.
  @Override
  public List<Subject> subjects(ToolInvocation call) {
    return subject(call)
        .<List<Subject>>map(text -> List.of(new Subject.Plain(text)))
        .orElse(List.of());
  }

  private static Optional<String> subject(ToolInvocation call) {
    try {
      var arguments = Arguments.of(call);
      var words =
          List.of(arguments.text("action"), arguments.text("id", ""), arguments.text("input", ""));
      return Optional.of(String.join(" ", words).strip());
    } catch (Obstacle unreadable) {
      return Optional.empty();
    }
  }

  @Override
  public Protection protection() {
    return bash.protection();
  }

  @Override
  public DataFlow flow() {
    return bash.flow();
  }
}
