package dev.drover.tools.shell;

import dev.drover.kernel.CallTerms;
import dev.drover.kernel.EffectClass;
import dev.drover.kernel.Input.Finding;
import dev.drover.spi.secret.MaskedText;
import dev.drover.spi.tool.DataFlow;
import dev.drover.spi.tool.Protection;
import dev.drover.spi.tool.Subject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.look.Lookout;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Workspace;
import dev.drover.tools.sandbox.Sandbox;
import dev.drover.tools.sandbox.ShellOptions;
import dev.drover.tools.sandbox.ShellOptions.Confinement;
import dev.drover.tools.shell.RunningCommand.Limits;
import dev.drover.tools.work.Arguments;
import dev.drover.tools.work.Arguments.Range;
import dev.drover.tools.work.WorkspaceTool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Runs a command. An exit code other than 0 is an answer like any other: a test that fails is what
/// the model wants to know. Only a command that could not be brought to its own end is a failure.
public final class BashTool extends WorkspaceTool {
  /// What is said about the end has its place within the limit too.
  static final int KEPT = ToolSpec.DEFAULT_OUTPUT_LIMIT - 512;

  /// The system takes a little more as one argument of a program.
  private static final int LONGEST_COMMAND = 120_000;

  private static final String DIED =
      "the process died while the call was under way; it may have happened";

  private final ShellOptions options;
  private final ShellTimes times;
  private final Supplier<Sandbox> machine;

  public BashTool(ShellOptions options) {
    this(options, ShellTimes.DEFAULT, Sandbox::ofThisMachine);
  }

  /// @param machine asked at each call
  BashTool(ShellOptions options, ShellTimes times, Supplier<Sandbox> machine) {
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

  private static ToolSpec specOf(ShellTimes times) {
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
        // The command's own timeout comes first, so that its output is not lost.
        times.maxTimeout().plus(times.grace()).plus(times.drain()).plusSeconds(10),
        ToolSpec.DEFAULT_OUTPUT_LIMIT);
  }

  @Override
  public String carryOut(Job job) throws Obstacle, IOException, InterruptedException {
    var command = job.arguments().text("command");
    if (command.isBlank() || command.indexOf('\0') >= 0) {
      throw new Obstacle("The command is empty or has a zero character. Give one shell command.");
    }
    if (command.getBytes(StandardCharsets.UTF_8).length > LONGEST_COMMAND) {
      throw new Obstacle(
          "The command is longer than %d bytes. Write a script with the tool write and run that."
              .formatted(LONGEST_COMMAND));
    }
    return watched(
        job,
        lookout -> lookout.begin(job),
        () ->
            job.arguments().isSet("background")
                ? runInBackground(job, command)
                : run(job, command));
  }

  /// Something that may change the workspace.
  interface Deed {
    String answer() throws Obstacle, IOException, InterruptedException;
  }

  /// How a deed is made ready for.
  interface Preparation {
    void on(Lookout lookout) throws InterruptedException;
  }

  /// Does something, and has it told what was changed by it, however it ended.
  String watched(Job job, Preparation before, Deed deed)
      throws Obstacle, IOException, InterruptedException {
    var lookout = Lookout.of(job, options.keeping());
    before.on(lookout);
    String answer;
    try {
      answer = deed.answer();
    } catch (Obstacle | IOException | InterruptedException | RuntimeException failed) {
      lookout.end(job, processes(job).isAnyRunning());
      throw failed;
    }
    return answer + lookout.end(job, processes(job).isAnyRunning());
  }

  /// Finds out what it changed, so that it can be undone. Whether it was done nobody can tell.
  @Override
  public Finding probe(ToolInvocation call) throws IOException, InterruptedException {
    try {
      var job = Job.of(call);
      Lookout.of(job, options.keeping()).recover(job);
      return new Finding.CannotTell(DIED);
    } catch (Obstacle obstacle) {
      return new Finding.CannotTell(DIED + ". " + obstacle.text());
    }
  }

  private String run(Job job, String command) throws Obstacle, IOException, InterruptedException {
    var timeout = seconds(job, "timeout", times.timeout());
    var yield = seconds(job, "yield", times.yield());
    var process = start(job, command, Launch.Input.NONE, timeout);
    // One that is stopped before it would go on is waited for to its end.
    var most = yield.compareTo(timeout) < 0 ? yield : RunningCommand.NO_LIMIT;
    return answer(
        job,
        process,
        most,
        "[%s runs since %d seconds and goes on until %d. See more with process: action poll, id %s]\n"
            .formatted(process.id(), yield.toSeconds(), timeout.toSeconds(), process.id()));
  }

  private String runInBackground(Job job, String command)
      throws Obstacle, IOException, InterruptedException {
    var timeout = seconds(job, "timeout", RunningCommand.NO_LIMIT);
    var process = start(job, command, Launch.Input.OPEN, timeout);
    // Long enough to hear that it cannot be started.
    return answer(
        job,
        process,
        times.drain(),
        "[%s runs in the background. See more with process: action poll, id %s; others: write, kill]\n"
            .formatted(process.id(), process.id()));
  }

  private Duration seconds(Job job, String name, Duration otherwise) throws Obstacle {
    var range = new Range(1, (int) times.maxTimeout().toSeconds());
    int seconds = job.arguments().number(name, range, 0);
    return seconds == 0 ? otherwise : Duration.ofSeconds(seconds);
  }

  private ShellProcess start(Job job, String command, Launch.Input input, Duration timeout)
      throws Obstacle, IOException, InterruptedException {
    // Getting ready need not have noticed it.
    if (Thread.interrupted()) {
      throw new InterruptedException("nobody wants the command any more");
    }
    var processes = processes(job);
    var launch = new Launch(command, job.workspace().root(), input, options, cover(processes));
    var output = new Output(KEPT, job.call()::output);
    var id = "p" + job.call().effect().ordinal();
    return processes.start(id, launch, output, new Limits(timeout, times));
  }

  ShellTimes times() {
    return times;
  }

  static Processes processes(Job job) {
    return job.call().shared(Processes.class, Processes::new);
  }

  /// @param running what is said if it still runs after this time
  private String answer(Job job, ShellProcess process, Duration most, String running)
      throws Obstacle, IOException {
    try {
      var ending = process.running().await(most);
      process.output().hide();
      if (ending.isEmpty()) {
        var hint = "; all of it can be read when the process has ended";
        return Told.printed(process.take(), hint) + running;
      }
      return Told.ended(process, ending.get(), job);
    } catch (InterruptedException _) {
      var ending = process.running().end(times.cancelGrace());
      var printed = Told.printed(process.take(), "");
      processes(job).forget(process);
      Thread.currentThread().interrupt();
      return Told.ended(ending, printed);
    }
  }

  /// Looked at anew for each call: what is required is required when it is used.
  private Launch.Cover cover(Processes processes) throws Obstacle, IOException {
    if (options.confinement() == Confinement.OFF) {
      return new Launch.Cover.None();
    }
    return switch (machine.get()) {
      case Sandbox.Bubblewrap bubblewrap -> new Launch.Cover.Walls(bubblewrap, processes.temp());
      case Sandbox.Missing(var why) -> {
        if (options.confinement() == Confinement.REQUIRED) {
          throw new Obstacle(
              "Nothing was run: commands must run in a sandbox here, and %s. Tell the user."
                  .formatted(why));
        }
        yield new Launch.Cover.None();
      }
    };
  }

  @Override
  public Protection protection() {
    if (options.confinement() == Confinement.OFF) {
      return new Protection.Exposed("the sandbox for commands is turned off");
    }
    return switch (machine.get()) {
      case Sandbox.Missing(var why) -> new Protection.Exposed(why);
      case Sandbox.Bubblewrap bubblewrap ->
          new Protection.Sandboxed(
              switch (options.network()) {
                case CUT ->
                    bubblewrap.version() + ": writes only the workspace and /tmp, no network";
                case OPEN ->
                    bubblewrap.version() + ": writes only the workspace and /tmp, with network";
              });
    };
  }

  @Override
  public DataFlow flow() {
    var leaves = new DataFlow(DataFlow.Origin.OWN, DataFlow.Reach.LEAVES);
    return switch (protection()) {
      case Protection.NotNeeded _, Protection.Exposed _ -> leaves;
      case Protection.Sandboxed _ ->
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
  public List<Subject> subjects(ToolInvocation call) {
    return command(call)
        .<List<Subject>>map(line -> List.of(new Subject.Shell(line)))
        .orElse(List.of());
  }

  /// The shell follows links when it opens a file.
  @Override
  public Optional<String> target(ToolInvocation call, String path) {
    try {
      var subject = Workspace.at(call.workspace()).subject(path);
      return subject instanceof Subject.File(var target) ? Optional.of(target) : Optional.empty();
    } catch (IOException | RuntimeException unreadable) {
      return Optional.empty();
    }
  }

  private static Optional<String> command(ToolInvocation call) {
    try {
      return Optional.of(Arguments.of(call).text("command"));
    } catch (Obstacle unreadable) {
      return Optional.empty();
    }
  }
}
