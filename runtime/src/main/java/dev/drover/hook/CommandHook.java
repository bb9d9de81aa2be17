package dev.drover.hook;

import dev.drover.hook.Hook.GateOutcome;
import dev.drover.hook.HookPoint.HookPointName;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.spi.program.ProgramRunner;
import dev.drover.spi.program.ProgramRunner.Ending;
import dev.drover.spi.program.ProgramRunner.Program;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/// Hooks that are programs of the host. A program reads the hook point as one JSON object and
/// writes its decision as another; `docs/HOOKS.md` describes both.
///
/// The program runs in the workspace, without a shell and without the secrets in this process's
/// environment. When its time limit has passed, it is killed with all its child processes. Exit
/// code 0 without output lets the call pass; exit code 2 denies it with the text of standard error.
/// Any other exit code, and output that cannot be parsed, are handled like an exception of a Java
/// hook.
public final class CommandHook {
  private static final int MOST_OUTPUT = 64 * 1024;
  private static final int MOST_REASON = 2_000;
  private static final int DENIES = 2;

  private final List<String> command;
  private final ProgramRunner runner;

  private CommandHook(List<String> command, ProgramRunner runner) {
    this.command = command;
    this.runner = runner;
  }

  /// @param command the program and its arguments
  /// @throws ConfigurationInvalid if this runtime cannot run programs
  public static Hook of(String name, HookPointName point, List<String> command) {
    if (command.isEmpty() || command.getFirst().isBlank()) {
      throw new ConfigurationInvalid(
          "hook",
          "the command of hook '%s' names no program".formatted(name),
          "Give the program and its arguments.");
    }
    var hook = new CommandHook(List.copyOf(command), runner());
    return switch (point) {
      case PROMPT_SUBMIT -> Hook.beforePrompt(name, hook::ask);
      case BEFORE_TOOL -> Hook.beforeTool(name, hook::ask);
      case BEFORE_COMPACTION -> Hook.beforeCompaction(name, hook::ask);
      case AFTER_COMPACTION -> Hook.observer(name, HookPoint.AfterCompaction.class, hook::hear);
      case AFTER_TOOL -> Hook.afterTool(name, hook::change);
      case SESSION_START -> Hook.observer(name, HookPoint.SessionStart.class, hook::hear);
      case SESSION_END -> Hook.observer(name, HookPoint.SessionEnd.class, hook::hear);
      case BEFORE_MODEL -> Hook.observer(name, HookPoint.BeforeModel.class, hook::hear);
      case AFTER_MODEL -> Hook.observer(name, HookPoint.AfterModel.class, hook::hear);
      case APPROVAL_ASKED -> Hook.observer(name, HookPoint.ApprovalAsked.class, hook::hear);
      case PERMISSION_DENIED -> Hook.observer(name, HookPoint.PermissionDenied.class, hook::hear);
      case TASK_START -> Hook.observer(name, HookPoint.TaskStart.class, hook::hear);
      case TASK_END -> Hook.observer(name, HookPoint.TaskEnd.class, hook::hear);
      case RUN_END -> Hook.observer(name, HookPoint.RunEnd.class, hook::hear);
      case ERROR -> Hook.observer(name, HookPoint.RunError.class, hook::hear);
      case RATE_LIMIT -> Hook.observer(name, HookPoint.RateLimit.class, hook::hear);
    };
  }

  private static ProgramRunner runner() {
    return ServiceLoader.load(ProgramRunner.class)
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigurationInvalid(
                    "hook",
                    "nobody here knows how to run a program",
                    "Add the artifact drover-tools, or write the hook in Java."));
  }

  /// The program returned no outcome.
  static final class CommandFailed extends Exception {
    private static final long serialVersionUID = 1L;

    CommandFailed(String what) {
      super(what);
    }
  }

  private GateOutcome ask(HookPoint.Gated point) throws Exception {
    var said = run(point);
    if (said.code() == DENIES) {
      return GateOutcome.deny(reason(said));
    }
    requireSuccess(said);
    return said.output().isBlank()
        ? GateOutcome.proceed()
        : CommandHookJson.read(point.name(), said.output());
  }

  private Optional<String> change(HookPoint.AfterTool point) throws Exception {
    var said = run(point);
    requireSuccess(said);
    if (said.output().isBlank()) {
      return Optional.empty();
    }
    return switch (CommandHookJson.read(point.name(), said.output())) {
      case GateOutcome.Continue _ -> Optional.empty();
      case GateOutcome.Rewrite(var to, _) -> Optional.of(to);
      case GateOutcome.Deny _ ->
          throw new CommandFailed("its command denies what has happened already");
    };
  }

  private void hear(HookPoint.Observed point) throws Exception {
    requireSuccess(run(point));
  }

  private Ending.Exited run(HookPoint point)
      throws CommandFailed, IOException, InterruptedException {
    var program = new Program(command, point.scene().workspace(), MOST_OUTPUT);
    return switch (runner.run(program, CommandHookJson.write(point))) {
      case Ending.Exited exited -> exited;
      case Ending.SaidTooMuch _ ->
          throw new CommandFailed("its command said more than %d bytes".formatted(MOST_OUTPUT));
    };
  }

  private static void requireSuccess(Ending.Exited said) throws CommandFailed {
    if (said.code() != 0) {
      throw new CommandFailed(
          "its command ended with exit %d: %s".formatted(said.code(), reason(said)));
    }
  }

  private static String reason(Ending.Exited said) {
    var errors = said.errors().strip();
    if (errors.isEmpty()) {
      return "it gave no reason";
    }
    return errors.codePointCount(0, errors.length()) <= MOST_REASON
        ? errors
        : errors.substring(0, errors.offsetByCodePoints(0, MOST_REASON)) + " …";
  }
}
