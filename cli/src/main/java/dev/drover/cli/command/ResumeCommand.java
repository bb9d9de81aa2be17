package dev.drover.cli.command;

import dev.drover.cli.command.UnfinishedSessions.Broken;
import dev.drover.cli.command.UnfinishedSessions.Resumable;
import dev.drover.cli.command.UnfinishedSessions.Unfinished;
import dev.drover.cli.host.Advice;
import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.host.RunInterrupts;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.Bench.Purpose;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.problem.DroverException;
import dev.drover.spi.PortException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Goes on with runs that are not over: those of one session, or of all sessions of the agent, one
/// after the other, each with the model it was begun with.
public final class ResumeCommand implements Command {
  private static final String NOTHING = "Nothing to resume.";

  public ResumeCommand() {}

  @Override
  public String name() {
    return "resume";
  }

  @Override
  public String summary() {
    return "goes on with unfinished runs, all or one session's";
  }

  @Override
  public Syntax syntax() {
    return Syntax.of(Syntax.Words.oneOrNone("SESSION")).and(Option.AGENT);
  }

  /// Looks first, because only whoever has something to do needs a model and its key.
  @Override
  public ExitCode run(Call call) {
    TrustQuestion.putIfNeeded(call);
    var words = call.arguments().words();
    var only = words.isEmpty() ? null : call.session(words.getFirst());
    var unfinished = unfinished(call, only);
    if (unfinished.isEmpty()) {
      if (call.view() == View.JSON) {
        new ResumeSummary().print(call);
      } else {
        call.hint(NOTHING);
      }
      return ExitCode.COMPLETED;
    }
    var interrupts = Driving.interrupts(call, words.toArray(String[]::new));
    try {
      return resume(call.at(call.host().with(interrupts)), unfinished, interrupts);
    } finally {
      interrupts.end();
    }
  }

  private static ExitCode resume(Call call, List<Unfinished> unfinished, RunInterrupts interrupts) {
    if (unfinished.size() == 1) {
      return resume(call, unfinished.getFirst(), interrupts);
    }
    var summary = new ResumeSummary();
    for (var each : unfinished) {
      var end = resumeOrReport(call, each, interrupts);
      summary.add(each.session(), end);
      if (end == ExitCode.CANCELLED) {
        break;
      }
    }
    summary.print(call);
    return summary.exit();
  }

  private static List<Unfinished> unfinished(Call call, @Nullable SessionId only) {
    var found = Bench.find(call.settings(), call.host().time(), Purpose.LOOK);
    if (found.isEmpty()) {
      return List.of();
    }
    try (var bench = found.get()) {
      return new UnfinishedSessions(call, bench, only).find();
    }
  }

  /// One that cannot go on does not keep the others from it.
  private static ExitCode resumeOrReport(
      Call call, Unfinished unfinished, RunInterrupts interrupts) {
    try {
      return resume(call, unfinished, interrupts);
    } catch (Refusal refusal) {
      call.report(refusal.problem());
      return refusal.exit();
    } catch (DroverException failed) {
      call.report(Advice.on(failed));
      return ExitCode.FAILED;
    } catch (PortException broken) {
      call.report(broken.problem());
      return ExitCode.FAILED;
    }
  }

  private static ExitCode resume(Call call, Unfinished unfinished, RunInterrupts interrupts) {
    return switch (unfinished) {
      case Broken(_, var problem) -> throw problem;
      case Resumable resumable -> resume(call, resumable, interrupts);
    };
  }

  /// Each with a runtime of its own, which has to know the key of the model before it begins.
  private static ExitCode resume(Call call, Resumable session, RunInterrupts interrupts) {
    var supplied = SessionModel.of(call, session.session(), session.model());
    try (var bench = Bench.open(supplied.settings(), call.host().time())) {
      var agent = Agents.build(call, bench, session.session(), supplied);
      if (interrupts.isPressed()) {
        return ExitCode.CANCELLED;
      }
      var driving = new Driving(call, bench, session.session());
      var screen = call.screen(bench);
      screen.say(driving.heading(session.run()));
      return driving.goOn(agent, session.run(), session.tail(), driving.watch(screen));
    }
  }
}
