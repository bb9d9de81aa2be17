package dev.drover.cli.command;

import dev.drover.Agent;
import dev.drover.Ask;
import dev.drover.Session;
import dev.drover.cli.chat.ChatInput;
import dev.drover.cli.chat.ChatTerminal;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.mcp.ResourceMentions;
import dev.drover.cli.mcp.ServerPrompts;
import dev.drover.cli.output.JsonLine;
import dev.drover.cli.output.RunDisplay;
import dev.drover.cli.output.UsageRunDisplay;
import dev.drover.cli.runtime.CliRunWatcher;
import dev.drover.cli.runtime.CliRunWatcher.Until;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.NewQuestions;
import dev.drover.commands.SlashCommandOutcome;
import dev.drover.commands.SlashCommands;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.WhenBusy;
import dev.drover.problem.DroverException;
import dev.drover.watch.Cursor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Reads the prompts and commands of a session until the input ends. A command may switch to
/// another session.
final class ChatLoop {
  private static final String OF_SERVERS = "mcp__";

  private final CliInvocation call;
  private final CliRuntime runtime;
  private final ChatTerminal terminal;
  private SlashCommands commands;
  private SessionId id;
  private SessionId asking;
  private @Nullable NewQuestions questions;

  /// The last event that was shown or existed before.
  private long seen;

  ChatLoop(
      CliInvocation call,
      CliRuntime runtime,
      ChatTerminal terminal,
      SlashCommands commands,
      SessionId id) {
    this.call = call;
    this.runtime = runtime;
    this.terminal = terminal;
    this.commands = commands;
    this.id = id;
    this.asking = id;
    this.seen = runtime.queries().session(id).map(row -> row.tail()).orElse(0L);
  }

  ExitCode run(Agent agent) {
    var last = finish(agent);
    var session = agent.open(id);
    addPrompts(session);
    introduce(session);
    var worst = last;
    while (goesOn(last)) {
      if (terminal.isInteractive() && questions().hasAny()) {
        last = working(this::putQuestions);
        worst = worst.worseOf(last);
        continue;
      }
      switch (next()) {
        case ChatInput.EndOfInput _ -> {
          return finalExitCode(worst);
        }
        case ChatInput.EmptyLine _ -> {}
        case ChatInput.TypedText(var text) -> {
          last = answer(session, text);
          session = session.id().equals(id) ? session : agent.open(id);
          worst = worst.worseOf(last);
        }
      }
    }
    return last;
  }

  /// Readers of a pipe's output do not see its input, so the prompt is echoed.
  private ChatInput next() {
    if (terminal.isInteractive()) {
      gap();
      var said = terminal.next(questions()::hasAny);
      call.out().typed();
      return said;
    }
    var said = terminal.next(() -> false);
    if (said instanceof ChatInput.TypedText(var text)
        && call.outputFormat() == OutputFormat.READABLE) {
      gap();
      call.out().line("> " + text);
    }
    return said;
  }

  private void gap() {
    if (call.outputFormat() == OutputFormat.READABLE) {
      call.out().gap();
    }
  }

  /// A parked run blocks the session. Without a person, a cancelled run also ends the conversation.
  private boolean goesOn(ExitCode last) {
    return switch (last) {
      case COMPLETED, FAILED, LIMIT, USAGE -> true;
      case CANCELLED -> terminal.isInteractive();
      case WAITING -> false;
    };
  }

  /// The servers are asked once, and again if a command of one of them is not known.
  private void addPrompts(Session session) {
    commands = ServerPrompts.added(commands, session);
    terminal.complete(commands.all().stream().map(command -> "/" + command.name()).toList());
  }

  private SlashCommandOutcome command(Session session, String text) {
    var outcome = commands.run(session, text);
    if (outcome instanceof SlashCommandOutcome.Unknown unknown
        && unknown.name().startsWith(OF_SERVERS)) {
      addPrompts(session);
      return commands.run(session, text);
    }
    return outcome;
  }

  private void introduce(Session session) {
    terminal.showUsage(session.totalUsage());
    if (call.outputFormat() == OutputFormat.READABLE) {
      var style = call.style();
      gap();
      call.out().line(style.dim("session " + id + ", model " + session.model()));
      if (terminal.isInteractive()) {
        call.out().line(style.dim("/help lists commands, Ctrl-C cancels a run, Ctrl-D leaves"));
      }
    }
  }

  /// A person has already seen how each run ended.
  private ExitCode finalExitCode(ExitCode worst) {
    if (!terminal.isInteractive()) {
      return worst;
    }
    call.hint(
        "Come back with: "
            + SuggestedCommandLine.withSameAgent(call, "chat", "--session", id.value()));
    return ExitCode.COMPLETED;
  }

  /// Continues the unfinished run, if there is one.
  private ExitCode finish(Agent agent) {
    var running = runtime.queries().session(id).map(row -> row.running());
    return running.isEmpty() ? ExitCode.COMPLETED : working(() -> goOn(agent, running.get()));
  }

  private ExitCode goOn(Agent agent, RunId run) {
    var driving = new CliRunDriver(call, runtime, id);
    var screen = screen(call);
    screen.showLine(driving.heading(run));
    return driving.resume(agent, run, seen, watch(call, driving, screen));
  }

  private ExitCode answer(Session session, String text) {
    return switch (command(session, text)) {
      case SlashCommandOutcome.NotACommand _ -> working(() -> prompt(session, text.strip()));
      case SlashCommandOutcome.Prompted(var prompt) ->
          working(() -> prompt(session, prompt.strip()));
      case SlashCommandOutcome.Done(var reply) -> {
        show(reply);
        yield ExitCode.COMPLETED;
      }
      case SlashCommandOutcome.Switched(var other, var reply) -> {
        id = other.id();
        seen = other.eventCount();
        terminal.showUsage(other.totalUsage());
        show(reply);
        yield ExitCode.COMPLETED;
      }
      case SlashCommandOutcome.Failed(var problem) -> reportProblem(problem, ExitCode.FAILED);
      case SlashCommandOutcome.Unknown unknown -> reportProblem(unknown.problem(), ExitCode.USAGE);
    };
  }

  private ExitCode working(Supplier<ExitCode> work) {
    terminal.runStarted();
    try {
      return work.get();
    } catch (DroverException failed) {
      return reportProblem(failed.problem(), ExitCode.FAILED);
    } finally {
      terminal.runEnded();
      seen = runtime.queries().snapshot(id).eventCount();
    }
  }

  private ExitCode prompt(Session session, String text) {
    var now = call.remeasured();
    var driving = new CliRunDriver(now, runtime, id);
    try (var events = runtime.queries().events(new Cursor(id, seen))) {
      var watch = watch(now, driving, screen(now));
      gap();
      var ask = ResourceMentions.attached(Ask.of(text), session);
      // A background task that ended may have started a run meanwhile.
      var run = session.send(ask.whenBusy(WhenBusy.QUEUE));
      driving.cancelOnInterrupt(run.id());
      return driving.report(watch.follow(events, run.id(), Until.RUN_IS_OVER));
    }
  }

  /// Asks the questions of background tasks that came up while no run was watched.
  private ExitCode putQuestions() {
    var now = call.remeasured();
    var driving = new CliRunDriver(now, runtime, id);
    // Remember them before asking: a question that comes up later is new.
    questions().remember();
    try (var events = runtime.queries().events(new Cursor(id, seen))) {
      var watch = watch(now, driving, screen(now));
      watch.showPending();
      driving.cancelOnInterrupt(null);
      return driving.report(watch.follow(events, null, Until.NOBODY_IS_ASKED));
    }
  }

  private NewQuestions questions() {
    if (questions == null || !asking.equals(id)) {
      questions = new NewQuestions(runtime, id);
      asking = id;
    }
    return questions;
  }

  private RunDisplay screen(CliInvocation now) {
    var before = runtime.queries().snapshot(id).totals().usage();
    return new UsageRunDisplay(now.screen(runtime), before, terminal::showUsage);
  }

  private CliRunWatcher watch(CliInvocation now, CliRunDriver driving, RunDisplay screen) {
    var approve = now.loadSettings().approve();
    return driving.watch(
        screen, terminal.responder(approve, now.out(), now.style(), runtime.drover()));
  }

  private void show(String reply) {
    switch (call.outputFormat()) {
      case READABLE, QUIET -> reply.lines().forEach(call.out()::line);
      case JSON ->
          call.out()
              .json(
                  new JsonLine()
                      .with("session", id)
                      .with("type", "command_done")
                      .with("text", reply));
    }
  }

  private ExitCode reportProblem(Problem problem, ExitCode exit) {
    call.report(problem);
    return exit;
  }
}
