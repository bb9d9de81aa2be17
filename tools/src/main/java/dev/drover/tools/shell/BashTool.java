package dev.drover.tools.shell;

import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.value.EffectClass;
import dev.drover.spi.secret.SecretRedactor.MaskedText;
import dev.drover.spi.tool.AgentTool.DataFlow;
import dev.drover.spi.tool.AgentTool.ToolIsolation;
import dev.drover.spi.tool.CallSubject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.call.CallArguments;
import dev.drover.tools.call.CallArguments.Range;
import dev.drover.tools.call.WorkspaceTool;
import dev.drover.tools.sandbox.Sandbox;
import dev.drover.tools.sandbox.ShellOptions;
import dev.drover.tools.sandbox.ShellOptions.Confinement;
import dev.drover.tools.shell.RunningCommand.Limits;
import dev.drover.tools.snapshot.WorkspaceChangeTracker;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Runs a command. A nonzero exit code is a normal answer: the model needs to see a failing test.
/// Only a command that could not run to its own end is a failure.
public final class BashTool extends WorkspaceTool {
  /// Leaves room for the exit status within the limit.
  static final int KEPT = ToolSpec.DEFAULT_OUTPUT_LIMIT - 512;

  /// Slightly below the system's limit for one program argument.
  private static final int LONGEST_COMMAND = 120_000;

  private static final String DIED =
      "the process died while the call was under way; it may have happened";

  private final ShellOptions options;
  private final ShellTimeouts times;
  private final Supplier<Sandbox> machine;

  public BashTool(ShellOptions options) {
    this(options, ShellTimeouts.DEFAULT, Sandbox::ofThisMachine);
  }

  /// @param machine queried at each call
  BashTool(ShellOptions options, ShellTimeouts times, Supplier<Sandbox> machine) {
    super(specOf(times));
    this.options = options;
    this.times = times;
    this.machine = machine;
  }

  /// A mask in a command would be written or sent as if it were the secret.
  @Override
  public Optional<String> escalation(ToolInvocation call) {
    var masks = MaskedText.masksIn(call.arguments());
    return masks.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the command has %s in it, a mask in place of a secret, which would be used as it stands"
                .formatted(masks.getFirst()));
  }

  private static ToolSpec specOf(ShellTimeouts times) {
    return new ToolSpec(
        "bash",
        """
        Runs a command with bash in the workspace and answers with what it printed, standard \
        output and errors together. There is no input. A command that runs for more than yield \
        seconds (%d) goes on as a process, to be looked at with the tool process; after timeout \
        seconds (%d) it is stopped. What it leaves in the background is stopped when it ends. For \
        servers, and for what asks questions, use background: it goes on until it is killed, and \
        can be written to.\
        """
            .formatted(times.yield().toSeconds(), times.timeout().toSeconds()),
        """
        {"type":"object","properties":{\
        "command":{"type":"string","minLength":1},\
        "timeout":{"type":"integer","minimum":1,"maximum":%d,"description":"in seconds"},\
        "yield":{"type":"integer","minimum":1,"maximum":%d,"description":"in seconds"},\
        "background":{"type":"boolean"}},\
        "required":["command"],"additionalProperties":false}\
        """
            .formatted(times.maxTimeout().toSeconds(), times.maxTimeout().toSeconds()),
        new CallTerms(EffectClass.UNSAFE, CallTerms.AfterCrash.PROBE, CallTerms.Pace.IN_ORDER),
        // The command's own timeout must come first, so that its output is not lost.
        times.maxTimeout().plus(times.grace()).plus(times.drain()).plusSeconds(10),
        ToolSpec.DEFAULT_OUTPUT_LIMIT);
  }

  @Override
  public String carryOut(CallContext context)
      throws ToolRefusal, IOException, InterruptedException {
    var command = context.arguments().text("command");
    if (command.isBlank() || command.indexOf('\0') >= 0) {
      throw new ToolRefusal(
          "The command is empty or has a zero character. Give one shell command.");
    }
    if (command.getBytes(StandardCharsets.UTF_8).length > LONGEST_COMMAND) {
      throw new ToolRefusal(
          "The command is longer than %d bytes. Write a script with the tool write and run that."
              .formatted(LONGEST_COMMAND));
    }
    return runTracked(
        context,
        tracker -> tracker.beforeCommand(context),
        () ->
            context.arguments().isSet("background")
                ? runInBackground(context, command)
                : run(context, command));
  }

  /// An action that may change the workspace.
  interface TrackedAction {
    String answer() throws ToolRefusal, IOException, InterruptedException;
  }

  /// The preparation of an action.
  interface Preparation {
    void on(WorkspaceChangeTracker tracker) throws InterruptedException;
  }

  /// Performs an action and reports the changes it made, however it ended.
  String runTracked(CallContext context, Preparation before, TrackedAction action)
      throws ToolRefusal, IOException, InterruptedException {
    var tracker = WorkspaceChangeTracker.of(context, options.snapshots());
    before.on(tracker);
    String answer;
    try {
      answer = action.answer();
    } catch (ToolRefusal | IOException | InterruptedException | RuntimeException failed) {
      tracker.afterCall(context, processes(context).isAnyRunning());
      throw failed;
    }
    return answer + tracker.afterCall(context, processes(context).isAnyRunning());
  }

  /// Reports the changes of the interrupted command, so that they can be undone. Whether the
  /// command completed is unknown.
  @Override
  public ProbeResult probe(ToolInvocation call) throws IOException, InterruptedException {
    try {
      var context = CallContext.of(call);
      WorkspaceChangeTracker.of(context, options.snapshots()).recover(context);
      return new ProbeResult.CannotTell(DIED);
    } catch (ToolRefusal refusal) {
      return new ProbeResult.CannotTell(DIED + ". " + refusal.text());
    }
  }

  private String run(CallContext context, String command)
      throws ToolRefusal, IOException, InterruptedException {
    var timeout = seconds(context, "timeout", times.timeout());
    var yield = seconds(context, "yield", times.yield());
    var process = start(context, command, CommandLaunch.Input.NONE, timeout);
    // A command that times out before the call would yield is awaited to its end.
    var most = yield.compareTo(timeout) < 0 ? yield : RunningCommand.NO_LIMIT;
    return answer(
        context,
        process,
        most,
        "[%s runs since %d seconds and goes on until %d. See more with process: action poll, id %s]\n"
            .formatted(process.id(), yield.toSeconds(), timeout.toSeconds(), process.id()));
  }

  private String runInBackground(CallContext context, String command)
      throws ToolRefusal, IOException, InterruptedException {
    var timeout = seconds(context, "timeout", RunningCommand.NO_LIMIT);
    var process = start(context, command, CommandLaunch.Input.OPEN, timeout);
    // Long enough to learn that the command cannot be started.
    return answer(
        context,
        process,
        times.drain(),
        "[%s runs in the background. See more with process: action poll, id %s; others: write, kill]\n"
            .formatted(process.id(), process.id()));
  }

  private Duration seconds(CallContext context, String name, Duration otherwise)
      throws ToolRefusal {
    var range = new Range(1, (int) times.maxTimeout().toSeconds());
    int seconds = context.arguments().number(name, range, 0);
    return seconds == 0 ? otherwise : Duration.ofSeconds(seconds);
  }

  private ShellProcess start(
      CallContext context, String command, CommandLaunch.Input input, Duration timeout)
      throws ToolRefusal, IOException, InterruptedException {
    // The preparation may not have noticed an interrupt.
    if (Thread.interrupted()) {
      throw new InterruptedException("nobody wants the command any more");
    }
    var processes = processes(context);
    var launch =
        new CommandLaunch(
            command, context.workspace().root(), input, options, currentIsolation(processes));
    var output = new CommandOutput(KEPT, context.call()::output);
    var id = "p" + context.call().effect().ordinal();
    return processes.start(id, launch, output, new Limits(timeout, times));
  }

  ShellTimeouts times() {
    return times;
  }

  static SessionProcesses processes(CallContext context) {
    return context.call().shared(SessionProcesses.class, SessionProcesses::new);
  }

  /// @param running answer if the command still runs after this time
  private String answer(CallContext context, ShellProcess process, Duration most, String running)
      throws ToolRefusal, IOException {
    try {
      var ending = process.running().await(most);
      process.output().detachWatcher();
      if (ending.isEmpty()) {
        var hint = "; all of it can be read when the process has ended";
        return CommandReport.printed(process.take(), hint) + running;
      }
      return CommandReport.ended(process, ending.get(), context);
    } catch (InterruptedException _) {
      var ending = process.running().end(times.cancelGrace());
      var printed = CommandReport.printed(process.take(), "");
      processes(context).forget(process);
      Thread.currentThread().interrupt();
      return CommandReport.ended(ending, printed);
    }
  }

  /// Evaluated for each call: a required sandbox must be available when it is used.
  private CommandLaunch.Isolation currentIsolation(SessionProcesses processes)
      throws ToolRefusal, IOException {
    if (options.confinement() == Confinement.OFF) {
      return new CommandLaunch.Isolation.None();
    }
    return switch (machine.get()) {
      case Sandbox.Bubblewrap bubblewrap ->
          new CommandLaunch.Isolation.Sandboxed(bubblewrap, processes.temp());
      case Sandbox.Missing(var why) -> {
        if (options.confinement() == Confinement.REQUIRED) {
          throw new ToolRefusal(
              "Nothing was run: commands must run in a sandbox here, and %s. Tell the user."
                  .formatted(why));
        }
        yield new CommandLaunch.Isolation.None();
      }
    };
  }

  @Override
  public ToolIsolation isolation() {
    if (options.confinement() == Confinement.OFF) {
      return new ToolIsolation.Exposed("the sandbox for commands is turned off");
    }
    return switch (machine.get()) {
      case Sandbox.Missing(var why) -> new ToolIsolation.Exposed(why);
      case Sandbox.Bubblewrap bubblewrap ->
          new ToolIsolation.Sandboxed(
              switch (options.network()) {
                case CUT ->
                    bubblewrap.version() + ": writes only the workspace and /tmp, no network";
                case OPEN ->
                    bubblewrap.version() + ": writes only the workspace and /tmp, with network";
              });
    };
  }

  @Override
  public DataFlow dataFlow() {
    var leaves = new DataFlow(DataFlow.Origin.OWN, DataFlow.Reach.LEAVES);
    return switch (isolation()) {
      case ToolIsolation.NotNeeded _, ToolIsolation.Exposed _ -> leaves;
      case ToolIsolation.Sandboxed _ ->
          switch (options.network()) {
            case CUT -> DataFlow.INSIDE;
            case OPEN -> leaves;
          };
    };
  }

  @Override
  public String preview(ToolInvocation call) {
    return command(call).orElse(call.arguments());
  }

  @Override
  public List<CallSubject> subjects(ToolInvocation call) {
    return command(call)
        .<List<CallSubject>>map(line -> List.of(new CallSubject.Shell(line)))
        .orElse(List.of());
  }

  /// The shell follows links when it opens a file.
  @Override
  public Optional<String> target(ToolInvocation call, String path) {
    try {
      var subject = Workspace.at(call.workspace()).subject(path);
      return subject instanceof CallSubject.File(var target)
          ? Optional.of(target)
          : Optional.empty();
    } catch (IOException | RuntimeException unreadable) {
      return Optional.empty();
    }
  }

  private static Optional<String> command(ToolInvocation call) {
    try {
      return Optional.of(CallArguments.of(call).text("command"));
    } catch (ToolRefusal unreadable) {
      return Optional.empty();
    }
  }
}
