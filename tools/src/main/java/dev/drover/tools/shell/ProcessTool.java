package dev.drover.tools.shell;

import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.value.EffectClass;
import dev.drover.spi.tool.AgentTool.DataFlow;
import dev.drover.spi.tool.AgentTool.ToolIsolation;
import dev.drover.spi.tool.CallSubject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.call.CallArguments;
import dev.drover.tools.call.CallArguments.Range;
import dev.drover.tools.call.PrintableText;
import dev.drover.tools.call.WorkspaceTool;
import dev.drover.tools.shell.RunningCommand.Ending;
import dev.drover.tools.workspace.ToolRefusal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Manages commands that [BashTool] has started and that still run.
public final class ProcessTool extends WorkspaceTool {
  private static final int LONGEST_WAIT = 600;

  /// Time for a process to read its input and to answer.
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

  /// @param bash a process that receives input can do whatever a command of this tool can
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

    static Action of(CallArguments arguments) throws ToolRefusal {
      var name = arguments.text("action");
      for (var action : values()) {
        if (action.name().equals(name.toUpperCase(Locale.ROOT))) {
          return action;
        }
      }
      throw new ToolRefusal("`action` must be poll, write, close, kill or list.");
    }
  }

  @Override
  public String carryOut(CallContext context)
      throws ToolRefusal, IOException, InterruptedException {
    var action = Action.of(context.arguments());
    return action == Action.LIST
        ? list(BashTool.processes(context))
        : bash.runTracked(
            context, tracker -> tracker.beforeContinue(context), () -> act(action, context));
  }

  private String act(Action action, CallContext context)
      throws ToolRefusal, IOException, InterruptedException {
    return switch (action) {
      case LIST -> list(BashTool.processes(context));
      case POLL -> poll(context, find(context), Duration.ZERO);
      case WRITE -> write(context, find(context));
      case CLOSE -> {
        var process = find(context);
        process.closeInput();
        yield poll(context, process, READING);
      }
      case KILL -> kill(context, find(context));
    };
  }

  @Override
  public ProbeResult probe(ToolInvocation call) throws IOException, InterruptedException {
    return bash.probe(call);
  }

  private static ShellProcess find(CallContext context) throws ToolRefusal {
    var id = context.arguments().text("id");
    return BashTool.processes(context)
        .find(id)
        .orElseThrow(
            () ->
                new ToolRefusal(
                    "There is no process '%s': its end was told before, or it died with the runtime that had started it. "
                            .formatted(PrintableText.of(id))
                        + "See what runs with action list, or start it again with bash."));
  }

  private static String poll(CallContext context, ShellProcess process, Duration otherwise)
      throws ToolRefusal, IOException, InterruptedException {
    int wait =
        context.arguments().number("wait", new Range(0, LONGEST_WAIT), (int) otherwise.toSeconds());
    process.output().awaitOutput(Duration.ofSeconds(wait));
    var ending = process.ending();
    if (ending.isPresent()) {
      return end(context, process, ending.get());
    }
    var hint = "; all of it can be read when the process has ended";
    return "%s[%s is running]\n"
        .formatted(CommandReport.printed(process.take(), hint), process.id());
  }

  private static String write(CallContext context, ShellProcess process)
      throws ToolRefusal, IOException, InterruptedException {
    var input = context.arguments().text("input");
    if (input.length() > LONGEST_INPUT) {
      throw new ToolRefusal(
          "`input` is longer than %d characters. Write it in pieces.".formatted(LONGEST_INPUT));
    }
    process.writeInput(input, READING);
    return poll(context, process, READING);
  }

  private String kill(CallContext context, ShellProcess process)
      throws ToolRefusal, IOException, InterruptedException {
    return end(context, process, process.running().end(bash.times().grace()));
  }

  /// Any end of a process is a valid answer to a question about it.
  private static String end(CallContext context, ShellProcess process, Ending ending)
      throws IOException {
    return switch (ending) {
      case Ending.Stopped _ ->
          CommandReport.lastOutput(process, context)
              + "[%s was killed, with all it had started]\n".formatted(process.id());
      case Ending.TimedOut(var after) ->
          CommandReport.lastOutput(process, context)
              + "[%s was stopped after %d seconds, with all it had started]\n"
                  .formatted(process.id(), after.toSeconds());
      case Ending.Exited(var code, _) ->
          CommandReport.lastOutput(process, context)
              + "[%s has ended with exit code %d]\n".formatted(process.id(), code);
      case Ending.Lost(var report) ->
          CommandReport.lastOutput(process, context)
              + "[%s was lost: %s]\n".formatted(process.id(), report);
    };
  }

  private static String list(SessionProcesses processes) throws InterruptedException {
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
    return PrintableText.of(
        line.length() <= LONGEST_COMMAND ? line : line.substring(0, LONGEST_COMMAND) + " …");
  }

  @Override
  public String preview(ToolInvocation call) {
    return subject(call).orElse(call.arguments());
  }

  /// For example `poll p3`, `write p3 yes`.
  @Override
  public List<CallSubject> subjects(ToolInvocation call) {
    return subject(call)
        .<List<CallSubject>>map(text -> List.of(new CallSubject.Plain(text)))
        .orElse(List.of());
  }

  private static Optional<String> subject(ToolInvocation call) {
    try {
      var arguments = CallArguments.of(call);
      var words =
          List.of(arguments.text("action"), arguments.text("id", ""), arguments.text("input", ""));
      return Optional.of(String.join(" ", words).strip());
    } catch (ToolRefusal unreadable) {
      return Optional.empty();
    }
  }

  @Override
  public ToolIsolation isolation() {
    return bash.isolation();
  }

  @Override
  public DataFlow dataFlow() {
    return bash.dataFlow();
  }
}
