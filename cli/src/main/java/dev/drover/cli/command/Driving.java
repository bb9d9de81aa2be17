package dev.drover.cli.command;

import dev.drover.cli.host.ExitCode;
import dev.drover.cli.host.RunInterrupts;
import dev.drover.cli.screen.JsonLine;
import dev.drover.cli.screen.Question;
import dev.drover.cli.screen.Screen;
import dev.drover.cli.screen.StyledText;
import dev.drover.cli.screen.Wording;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.Ending;
import dev.drover.cli.work.Respondent;
import dev.drover.cli.work.Respondents;
import dev.drover.cli.work.Watch;
import dev.drover.cli.work.Watch.Until;
import dev.drover.kernel.AnswerEnding;
import dev.drover.kernel.Problem;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunProblems;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.Agent;
import dev.drover.runtime.OpenMode;
import dev.drover.runtime.RunSnapshot;
import dev.drover.runtime.problem.DroverException;
import dev.drover.runtime.watch.Cursor;
import dev.drover.spi.PortException;
import dev.drover.spi.store.Catalog.SessionRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What `run`, `resume` and `chat` share: watching, Ctrl-C, and what is said at the end.
final class Driving {
  private static final Set<String> LIMITS =
      Set.of(RunProblems.OUT_OF_TURNS, RunProblems.BUDGET_EXHAUSTED, RunProblems.LOOP_DETECTED);
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private final Call call;
  private final Bench bench;
  private final SessionId session;
  // Written by whoever watches, read by whoever hears of Ctrl-C.
  private volatile boolean isOver;

  Driving(Call call, Bench bench, SessionId session) {
    this.call = call;
    this.bench = bench;
    this.session = session;
  }

  Watch watch(Screen screen) {
    return watch(screen, respondent());
  }

  Watch watch(Screen screen, Respondent respondent) {
    return new Watch(bench, session, screen, respondent);
  }

  /// Goes on with a run that is not over, whoever began it.
  ///
  /// @param run null if none is going, and others work for the session
  /// @param tail the number of the last event before
  ExitCode goOn(Agent agent, @Nullable RunId run, long tail, Watch watch) {
    try (var events = bench.archive().events(new Cursor(session, tail))) {
      watch.catchUp();
      agent.open(session, OpenMode.RESUME);
      cancelOnInterrupt(run);
      return report(watch.follow(events, run, Until.ALL_IS_OVER));
    }
  }

  /// `session s-1: the prompt`.
  StyledText heading(@Nullable RunId run) {
    var title = run == null ? "" : bench.archive().run(run).map(RunSnapshot::title).orElse("");
    var look = call.look();
    return look.dim(
        Wording.brief(
            run == null ? "session " + session : "session " + session + ": " + title,
            look.width(),
            look.signs()));
  }

  /// Hears of Ctrl-C from now on: what is begun after it is cancelled at once.
  ///
  /// @param sessions what is to be resumed if somebody leaves before it is over; empty for all
  static RunInterrupts interrupts(Call call, String... sessions) {
    var words = new ArrayList<>(List.of("resume"));
    words.addAll(List.of(sessions));
    var goOn = CommandWords.withSameAgent(call, words.toArray(String[]::new));
    return new RunInterrupts(
        call.host().interrupts(),
        () -> call.leave("Left at once. A run that is not over goes on with: " + goOn));
  }

  private Respondent respondent() {
    var approve = call.settings().approve();
    var approvals = bench.drover().approvals();
    return switch (call.view()) {
      case READABLE, QUIET ->
          Respondents.of(approve, call.host(), call.out(), call.look(), approvals);
      case JSON -> Respondents.withoutTerminal(approve, call.host(), approvals);
    };
  }

  void cancelOnInterrupt(@Nullable RunId run) {
    call.host()
        .interrupts()
        .onInterrupt(
            () -> {
              try {
                if (run == null || !cancel(session, run)) {
                  cancelTheRest();
                }
              } catch (DroverException broken) {
                complain(broken.problem());
              } catch (PortException broken) {
                complain(broken.problem());
              }
            });
  }

  /// A store that is closed because all is over is no reason to say anything.
  private void complain(Problem problem) {
    if (!isOver) {
      call.report(problem);
    }
  }

  private boolean cancel(SessionId whose, @Nullable RunId run) {
    return bench.drover().cancel(whose, run, call.host().user(), "Ctrl-C");
  }

  /// The run is over: what is left was given away in the background, or is a word about that.
  private void cancelTheRest() {
    for (var task : bench.archive().state(session).annals().tasks()) {
      cancel(task.child(), new RunId(task.child().value()));
    }
    cancel(session, null);
  }

  ExitCode report(Ending ending) {
    isOver = true;
    return switch (ending) {
      case Ending.Completed(var answer) -> report(answer);
      case Ending.Cancelled _ -> ExitCode.CANCELLED;
      case Ending.Failed(var failure) -> {
        call.report(oneLine(failure.problem()));
        yield LIMITS.contains(failure.problem().code()) ? ExitCode.LIMIT : ExitCode.FAILED;
      }
      case Ending.Abandoned(var problem) -> {
        call.report(problem);
        yield ExitCode.FAILED;
      }
      case Ending.Waiting(var questions) -> {
        switch (call.view()) {
          case JSON -> call.out().json(waiting(questions));
          case READABLE, QUIET -> sayHowToGoOn(questions);
        }
        yield ExitCode.WAITING;
      }
    };
  }

  private ExitCode report(AnswerEnding answer) {
    var missing = RunProblems.missing(answer);
    if (missing == null) {
      return ExitCode.COMPLETED;
    }
    call.report(missing);
    return ExitCode.LIMIT;
  }

  /// What a tool printed may be part of it.
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

  /// The last object of a run that is parked.
  private JsonLine waiting(List<Question> questions) {
    return new JsonLine()
        .with("session", session)
        .with("run", bench.archive().session(session).map(SessionRow::running).orElse(null))
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

  private void sayHowToGoOn(List<Question> questions) {
    call.hint("");
    call.hint(
        questions.size() == 1
            ? "The run waits for an answer. Give it, here or elsewhere, then go on:"
            : "The run waits for answers. Give them, here or elsewhere, then go on:");
    for (var question : questions) {
      var id = question.id().toString();
      call.hint("  " + CommandWords.inSameStore(call, "approve", id) + "   (or deny)");
    }
    call.hint("  " + CommandWords.withSameAgent(call, "resume", session.value()));
  }
}
