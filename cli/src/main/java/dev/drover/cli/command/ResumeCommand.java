package dev.drover.cli.command;

import dev.drover.cli.command.UnfinishedSessions.Broken;
import dev.drover.cli.command.UnfinishedSessions.Resumable;
import dev.drover.cli.command.UnfinishedSessions.Unfinished;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.CliRemedies;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.environment.RunInterrupts;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.CliRuntime.Purpose;
import dev.drover.problem.DroverException;
import dev.drover.spi.PortException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Continues unfinished runs: those of one session, or of all sessions of the agent, one after the
/// other, each with its original model.
public final class ResumeCommand implements CliCommand {
  private static final String NOTHING = "Nothing to resume.";

  public ResumeCommand() {}

  @Override
  public String name() {
    return "resume";
  }

  @Override
  public String summary() {
    return "continues unfinished runs, all or one session's";
  }

  @Override
  public CommandSyntax syntax() {
    return CommandSyntax.of(CommandSyntax.Words.oneOrNone("SESSION")).and(CommandOption.AGENT);
  }

  /// Looks for work first, because a model and its key are needed only if there is any.
  @Override
  public ExitCode run(CliInvocation call) {
    TrustQuestion.putIfNeeded(call);
    var words = call.arguments().words();
    var unfinished = unfinished(call, words.isEmpty() ? null : words.getFirst());
    if (unfinished.isEmpty()) {
      if (call.outputFormat() == OutputFormat.JSON) {
        new ResumeSummary().print(call);
      } else {
        call.hint(NOTHING);
      }
      return ExitCode.COMPLETED;
    }
    var interrupts = CliRunDriver.interrupts(call, words.toArray(String[]::new));
    try {
      return resume(
          call.withEnvironment(call.environment().with(interrupts)), unfinished, interrupts);
    } finally {
      interrupts.end();
    }
  }

  private static ExitCode resume(
      CliInvocation call, List<Unfinished> unfinished, RunInterrupts interrupts) {
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

  private static List<Unfinished> unfinished(CliInvocation call, @Nullable String named) {
    var found =
        CliRuntime.openIfPresent(call.loadSettings(), call.environment().time(), Purpose.READ);
    if (found.isEmpty()) {
      return List.of();
    }
    try (var runtime = found.get()) {
      var only = named == null ? null : call.ids(runtime).session(named);
      return new UnfinishedSessions(call, runtime, only).find();
    }
  }

  /// A session that cannot continue does not prevent the others from doing so.
  private static ExitCode resumeOrReport(
      CliInvocation call, Unfinished unfinished, RunInterrupts interrupts) {
    try {
      return resume(call, unfinished, interrupts);
    } catch (CliRefusal refusal) {
      call.report(refusal.problem());
      return refusal.exit();
    } catch (DroverException failed) {
      call.report(CliRemedies.on(failed));
      return ExitCode.FAILED;
    } catch (PortException broken) {
      call.report(broken.problem());
      return ExitCode.FAILED;
    }
  }

  private static ExitCode resume(
      CliInvocation call, Unfinished unfinished, RunInterrupts interrupts) {
    return switch (unfinished) {
      case Broken(_, var problem) -> throw problem;
      case Resumable resumable -> resume(call, resumable, interrupts);
    };
  }

  /// Each session gets its own runtime, which must know the model's key before it starts.
  private static ExitCode resume(CliInvocation call, Resumable session, RunInterrupts interrupts) {
    var supplied = SessionModel.of(call, session.session(), session.model());
    try (var runtime = CliRuntime.open(supplied.settings(), call.environment().time())) {
      var agent = CliAgentFactory.build(call, runtime, session.session(), supplied);
      if (interrupts.isInterrupted()) {
        return ExitCode.CANCELLED;
      }
      var driving = new CliRunDriver(call, runtime, session.session());
      var screen = call.screen(runtime);
      screen.showLine(driving.heading(session.run()));
      return driving.resume(agent, session.run(), session.tail(), driving.watch(screen));
    }
  }
}
