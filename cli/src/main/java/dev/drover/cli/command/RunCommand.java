package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.host.RunInterrupts;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.Models;
import dev.drover.cli.work.Models.Supplied;
import dev.drover.cli.work.Watch.Until;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.Ask;
import dev.drover.runtime.watch.Cursor;
import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// One run in the workspace, watched to its end.
public final class RunCommand implements Command {
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
  public Syntax syntax() {
    return Syntax.of(Syntax.Words.many("PROMPT…"), Option.SESSION, Option.ATTACH).and(Option.AGENT);
  }

  @Override
  public ExitCode run(Call call) {
    TrustQuestion.putIfNeeded(call);
    var supplied = Models.of(call.settings(), call.host());
    var ask = AttachedFiles.to(Ask.of(prompt(call)), call);
    var id = Admission.session(call);
    var interrupts = Driving.interrupts(call, id.value());
    try {
      return run(call.at(call.host().with(interrupts)), supplied, id, ask, interrupts);
    } finally {
      interrupts.end();
    }
  }

  private static ExitCode run(
      Call call, Supplied supplied, SessionId id, Ask ask, RunInterrupts interrupts) {
    try (var bench = Bench.open(supplied.settings(), call.host().time())) {
      requireFree(call, bench, id);
      var agent = Agents.build(call, bench, id, supplied);
      long before = bench.archive().session(id).map(row -> row.tail()).orElse(0L);
      if (interrupts.isPressed()) {
        return ExitCode.CANCELLED;
      }
      var session = agent.open(id);
      try (var events = bench.archive().events(new Cursor(id, before))) {
        var driving = new Driving(call, bench, id);
        var screen = call.screen(bench);
        screen.say(call.look().dim("session " + id + ", model " + supplied.model().name()));
        var watch = driving.watch(screen);
        if (interrupts.isPressed()) {
          return withdrawn(call, bench, id, before);
        }
        var run = session.send(ask);
        driving.cancelOnInterrupt(run.id());
        var ending = watch.follow(events, run.id(), Until.ALL_IS_OVER);
        interrupts.end();
        return driving.report(ending);
      }
    }
  }

  /// Nothing was sent: a session that was opened for it would be an empty one.
  private static ExitCode withdrawn(Call call, Bench bench, SessionId id, long before) {
    if (before == 0 && bench.archive().session(id).isPresent()) {
      bench.drover().delete(id);
    }
    call.hint("Cancelled before anything was sent.");
    return ExitCode.CANCELLED;
  }

  /// Opening a session goes on with its unfinished run; whoever wants that says `resume`.
  private static void requireFree(Call call, Bench bench, SessionId session) {
    bench
        .archive()
        .session(session)
        .ifPresent(
            row -> {
              if (row.running() != null) {
                throw Refusal.failed(
                    "session_busy",
                    "run %s of session %s is not over".formatted(row.running(), session),
                    "Go on with it ('drover resume %s'), or end it ('drover cancel %s')."
                        .formatted(session, session));
              }
              Admission.requireWorkspace(call, row);
            });
  }

  private static String prompt(Call call) {
    var typed = String.join(" ", call.arguments().words());
    var prompt = typed.equals(FROM_INPUT) ? input(call) : typed;
    if (prompt.isBlank()) {
      throw Refusal.usage("prompt_empty", "the prompt is empty", "Say what the agent is to do.");
    }
    return prompt;
  }

  private static String input(Call call) {
    try {
      return new String(call.host().streams().in().readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException unreadable) {
      throw Refusal.failed(
          "input_unreadable",
          "the prompt cannot be read from standard input: " + IoErrors.describe(unreadable),
          "Give it as words.");
    }
  }
}
