package dev.drover.cli.command;

import dev.drover.Ask;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.environment.RunInterrupts;
import dev.drover.cli.mcp.ResourceMentions;
import dev.drover.cli.runtime.CliRunWatcher.Until;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.ModelResolver;
import dev.drover.cli.runtime.ModelResolver.ResolvedModel;
import dev.drover.kernel.value.SessionId;
import dev.drover.spi.text.IoErrors;
import dev.drover.watch.Cursor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// One run in the workspace, watched until it ends.
public final class RunCommand implements CliCommand {
  private static final String FROM_INPUT = "-";

  public RunCommand() {}

  @Override
  public String name() {
    return "run";
  }

  @Override
  public String summary() {
    return "lets the agent work on a prompt; - reads it from standard input";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(
            CommandSyntax.Words.many("PROMPT…"), CommandOption.SESSION, CommandOption.ATTACH)
        .and(CommandOption.AGENT);
  }

  @Override
  public ExitCode run(CliInvocation call) {
    TrustQuestion.putIfNeeded(call);
    var supplied = ModelResolver.of(call.loadSettings(), call.environment());
    var ask = AttachedFiles.to(Ask.of(prompt(call)), call);
    var id = SessionPreconditions.session(call);
    var interrupts = CliRunDriver.interrupts(call, id.value());
    try {
      return run(
          call.withEnvironment(call.environment().with(interrupts)), supplied, id, ask, interrupts);
    } finally {
      interrupts.end();
    }
  }

  private static ExitCode run(
      CliInvocation call, ResolvedModel supplied, SessionId id, Ask ask, RunInterrupts interrupts) {
    try (var runtime = CliRuntime.open(supplied.settings(), call.environment().time())) {
      requireFree(call, runtime, id);
      var agent = CliAgentFactory.build(call, runtime, id, supplied);
      long before = runtime.queries().session(id).map(row -> row.tail()).orElse(0L);
      if (interrupts.isInterrupted()) {
        return ExitCode.CANCELLED;
      }
      var session = agent.open(id);
      try (var events = runtime.queries().events(new Cursor(id, before))) {
        var driving = new CliRunDriver(call, runtime, id);
        var screen = call.screen(runtime);
        screen.showLine(call.style().dim("session " + id + ", model " + supplied.model().name()));
        var watch = driving.watch(screen);
        if (interrupts.isInterrupted()) {
          return withdrawn(call, runtime, id, before);
        }
        var run = session.send(ResourceMentions.attached(ask, session));
        driving.cancelOnInterrupt(run.id());
        var ending = watch.follow(events, run.id(), Until.ALL_IS_OVER);
        interrupts.end();
        return driving.report(ending);
      }
    }
  }

  /// Nothing was sent, so a session opened only for this run would be empty.
  private static ExitCode withdrawn(
      CliInvocation call, CliRuntime runtime, SessionId id, long before) {
    if (before == 0 && runtime.queries().session(id).isPresent()) {
      runtime.drover().delete(id);
    }
    call.hint("Cancelled before anything was sent.");
    return ExitCode.CANCELLED;
  }

  /// Opening a session would continue its unfinished run; that is the purpose of `resume`.
  private static void requireFree(CliInvocation call, CliRuntime runtime, SessionId session) {
    runtime
        .queries()
        .session(session)
        .ifPresent(
            row -> {
              if (row.running() != null) {
                throw CliRefusal.failed(
                    "session_busy",
                    "run %s of session %s is not over".formatted(row.running(), session),
                    "Go on with it ('drover resume %s'), or end it ('drover cancel %s')."
                        .formatted(session, session));
              }
              SessionPreconditions.requireWorkspace(call, row);
            });
  }

  private static String prompt(CliInvocation call) {
    var typed = String.join(" ", call.arguments().words());
    var prompt = typed.equals(FROM_INPUT) ? input(call) : typed;
    if (prompt.isBlank()) {
      throw CliRefusal.usage("prompt_empty", "the prompt is empty", "Say what the agent is to do.");
    }
    return prompt;
  }

  private static String input(CliInvocation call) {
    try {
      return new String(call.environment().streams().in().readAllBytes(), StandardCharsets.UTF_8)
          .strip();
    } catch (IOException unreadable) {
      throw CliRefusal.failed(
          "input_unreadable",
          "the prompt cannot be read from standard input: " + IoErrors.describe(unreadable),
          "Give it as words.");
    }
  }
}
