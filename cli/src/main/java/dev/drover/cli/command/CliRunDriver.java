package dev.drover.cli.command;

import dev.drover.Agent;
import dev.drover.OpenMode;
import dev.drover.cli.environment.ExitCode;
import dev.drover.cli.environment.RunInterrupts;
import dev.drover.cli.output.ApprovalQuestion;
import dev.drover.cli.output.DisplayFormats;
import dev.drover.cli.output.JsonLine;
import dev.drover.cli.output.RunDisplay;
import dev.drover.cli.output.StyledText;
import dev.drover.cli.runtime.ApprovalResponder;
import dev.drover.cli.runtime.ApprovalResponders;
import dev.drover.cli.runtime.CliRunWatcher;
import dev.drover.cli.runtime.CliRunWatcher.Until;
import dev.drover.cli.runtime.CliRuntime;
import dev.drover.cli.runtime.WatchResult;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.message.ToolQuestion.Form;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.DroverException;
import dev.drover.query.RunSnapshot;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Catalog.SessionRow;
import dev.drover.watch.Cursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Shared by `run`, `resume` and `chat`: watching a run, Ctrl-C, and the final output.
final class CliRunDriver {
  private static final Set<String> LIMITS =
      Set.of(RunLimits.OUT_OF_TURNS, RunLimits.BUDGET_EXHAUSTED, RunLimits.LOOP_DETECTED);
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private final CliInvocation call;
  private final CliRuntime runtime;
  private final SessionId session;
  // Written by the watching thread, read by the thread that handles Ctrl-C.
  private volatile boolean isOver;

  CliRunDriver(CliInvocation call, CliRuntime runtime, SessionId session) {
    this.call = call;
    this.runtime = runtime;
    this.session = session;
  }

  CliRunWatcher watch(RunDisplay screen) {
    return watch(screen, responder());
  }

  CliRunWatcher watch(RunDisplay screen, ApprovalResponder responder) {
    return new CliRunWatcher(runtime, session, screen, responder);
  }

  /// Continues an unfinished run, no matter which process began it.
  ///
  /// @param run null if none is going but child sessions are at work
  /// @param tail the number of the last event before
  ExitCode resume(Agent agent, @Nullable RunId run, long tail, CliRunWatcher watch) {
    try (var events = runtime.queries().events(new Cursor(session, tail))) {
      watch.showPending();
      agent.open(session, OpenMode.RESUME);
      cancelOnInterrupt(run);
      return report(watch.follow(events, run, Until.ALL_IS_OVER));
    }
  }

  /// `session s-1: the prompt`.
  StyledText heading(@Nullable RunId run) {
    var title = run == null ? "" : runtime.queries().run(run).map(RunSnapshot::title).orElse("");
    var style = call.style();
    return style.dim(
        DisplayFormats.brief(
            run == null ? "session " + session : "session " + session + ": " + title,
            style.width(),
            style.signs()));
  }

  /// Handles Ctrl-C from now on: runs that begin after it are cancelled at once.
  ///
  /// @param sessions those to name in the hint to resume if the person leaves early; empty for all
  static RunInterrupts interrupts(CliInvocation call, String... sessions) {
    var words = new ArrayList<>(List.of("resume"));
    words.addAll(List.of(sessions));
    var goOn = SuggestedCommandLine.withSameAgent(call, words.toArray(String[]::new));
    return new RunInterrupts(
        call.environment().interrupts(),
        () -> call.exitNow("Exited at once. Continue an unfinished run with: " + goOn));
  }

  private ApprovalResponder responder() {
    var approve = call.loadSettings().approve();
    var drover = runtime.drover();
    return switch (call.outputFormat()) {
      case READABLE, QUIET ->
          ApprovalResponders.of(approve, call.environment(), call.out(), call.style(), drover);
      case JSON -> ApprovalResponders.withoutTerminal(approve, call.environment(), drover);
    };
  }

  void cancelOnInterrupt(@Nullable RunId run) {
    call.environment()
        .interrupts()
        .onInterrupt(
            () -> {
              try {
                if (run == null || !cancel(session, run)) {
                  cancelTheRest();
                }
              } catch (DroverException broken) {
                reportProblem(broken.problem());
              } catch (PortException broken) {
                reportProblem(broken.problem());
              }
            });
  }

  /// A store that was closed at the end of the command is not worth a report.
  private void reportProblem(Problem problem) {
    if (!isOver) {
      call.report(problem);
    }
  }

  private boolean cancel(SessionId whose, @Nullable RunId run) {
    return runtime.drover().cancel(whose, run, call.environment().user(), "Ctrl-C");
  }

  /// The run is over: only background tasks and their messages are left.
  private void cancelTheRest() {
    for (var child : runtime.queries().snapshot(session).work().children()) {
      cancel(child, RunId.firstOf(child));
    }
    cancel(session, null);
  }

  ExitCode report(WatchResult ending) {
    isOver = true;
    return switch (ending) {
      case WatchResult.Completed(var answer) -> report(answer);
      case WatchResult.Cancelled _ -> ExitCode.CANCELLED;
      case WatchResult.Failed(var failure) -> {
        call.report(oneLine(failure.problem()));
        yield LIMITS.contains(failure.problem().code()) ? ExitCode.LIMIT : ExitCode.FAILED;
      }
      case WatchResult.Abandoned(var problem) -> {
        call.report(problem);
        yield ExitCode.FAILED;
      }
      case WatchResult.Waiting(var questions) -> {
        switch (call.outputFormat()) {
          case JSON -> call.out().json(waiting(questions));
          case READABLE, QUIET -> sayHowToGoOn(questions);
        }
        yield ExitCode.WAITING;
      }
    };
  }

  private ExitCode report(AnswerEnding answer) {
    var missing = answer.problem();
    if (missing == null) {
      return ExitCode.COMPLETED;
    }
    call.report(missing);
    return ExitCode.LIMIT;
  }

  /// The problem may contain output of a tool.
  private static Problem oneLine(Problem problem) {
    return new Problem(
        problem.code(), problem.title(), oneLine(problem.detail()), oneLine(problem.remedy()));
  }

  private static String oneLine(String text) {
    return BLANKS
        .matcher(text)
        .replaceAll(
            blanks ->
                blanks.group().contains("\n") ? " " : Matcher.quoteReplacement(blanks.group()));
  }

  /// The last object of a parked run.
  private JsonLine waiting(List<ApprovalQuestion> questions) {
    return new JsonLine()
        .with("session", session)
        .with("run", runtime.queries().session(session).map(SessionRow::running).orElse(null))
        .with("type", "waiting")
        .with(
            "approvals",
            questions.stream()
                .map(
                    question ->
                        new JsonLine()
                            .with("approval", question.id())
                            .with("tool", question.tool()))
                .toList());
  }

  private void sayHowToGoOn(List<ApprovalQuestion> questions) {
    call.hint("");
    call.hint(
        questions.size() == 1
            ? "The run waits for an answer. Give it, here or elsewhere, then go on:"
            : "The run waits for answers. Give them, here or elsewhere, then go on:");
    for (var question : questions) {
      var id = question.id().toString();
      var asked = question.toolQuestion();
      var answer = asked != null && asked.form() instanceof Form.Fields ? " --answer JSON" : "";
      call.hint(
          "  " + SuggestedCommandLine.inSameStore(call, "approve", id) + answer + "   (or deny)");
    }
    call.hint("  " + SuggestedCommandLine.withSameAgent(call, "resume", session.value()));
  }
}
