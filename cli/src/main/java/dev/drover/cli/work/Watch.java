package dev.drover.cli.work;

import dev.drover.cli.screen.Question;
import dev.drover.cli.screen.Screen;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.OpenCall;
import dev.drover.kernel.Phase;
import dev.drover.kernel.Problem;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.RunStatus;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.watch.EventStream;
import dev.drover.runtime.watch.Notice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Shows one run to its end, and takes its questions to whoever answers them.
///
/// Whether a run is parked is read from the store, where answers are as well: one that lies in the
/// inbox and has not been taken yet must not be overlooked.
public final class Watch {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration SHORT_PATIENCE = Duration.ofMillis(100);
  private static final int LOOKS_UNTIL_ABANDONED = 3;

  private final Bench bench;
  private final SessionId session;
  private final Screen screen;
  private final Respondent respondent;
  private final Map<EffectId, Question> open = new LinkedHashMap<>();
  // Asked before the watch began, and not yet put to anybody.
  private final List<Question> older = new ArrayList<>();

  public Watch(Bench bench, SessionId session, Screen screen, Respondent respondent) {
    this.bench = bench;
    this.session = session;
    this.screen = screen;
    this.respondent = respondent;
  }

  /// Takes over what is under way: its calls, and the questions that are open.
  public void catchUp() {
    if (bench.archive().state(session).phase() instanceof Phase.Acting(_, var calls)) {
      screen.catchUp(calls.stream().map(OpenCall::planned).toList(), List.of());
    }
    older.addAll(questions());
  }

  private List<Question> questions() {
    return bench.archive().approvals().stream()
        .filter(row -> row.id().session().equals(session))
        .map(Question::of)
        .toList();
  }

  /// @param events of the session, from before the run, or from now
  public Ending follow(EventStream events, RunId run) {
    int idle = 0;
    while (true) {
      putOlder();
      if (!respondent.isThere() && isParked(run)) {
        return new Ending.Waiting(List.copyOf(open.values()));
      }
      var next = events.next(older.isEmpty() ? PATIENCE : SHORT_PATIENCE);
      if (next.isPresent()) {
        idle = 0;
        var notice = next.get();
        screen.see(session, notice);
        if (notice instanceof Notice.Happened happened) {
          take(happened.event());
          if (happened.event() instanceof Event.RunFinished finished
              && finished.run().equals(run)) {
            return ending(finished.outcome());
          }
        }
      } else if (events.isAtEnd() || (isAbandoned(run) && ++idle >= LOOKS_UNTIL_ABANDONED)) {
        return abandoned(run);
      }
    }
  }

  private void take(Event event) {
    switch (event) {
      case Event.ApprovalRequested asked -> put(Question.of(session, asked));
      case Event.ApprovalAnswered(_, var effect, _, _) -> settle(effect);
      case Event.ToolSettled(_, var effect, _, _, _, _) -> settle(effect);
      case Event.SessionOpened _,
          Event.SessionForked _,
          Event.RecipeAdopted _,
          Event.HistoryCleared _,
          Event.HistoryCompacted _,
          Event.OutcomeEdited _,
          Event.BudgetsSet _,
          Event.TaskEnded _,
          Event.VerificationRecorded _,
          Event.PromptDenied _,
          Event.BudgetWarned _,
          Event.RunAccepted _,
          Event.ModelReplied _,
          Event.ModelFailed _,
          Event.ReplyInterrupted _,
          Event.AnswerRejected _,
          Event.ToolsPlanned _,
          Event.OfCall _,
          Event.DirectCallAccepted _,
          Event.PromptQueued _,
          Event.TextSteered _,
          Event.UndoOrdered _,
          Event.RunRecovered _,
          Event.RunFinished _ -> {}
    }
  }

  private void put(Question question) {
    if (open.put(question.id().effect(), question) == null) {
      respondent.asked(question);
    }
  }

  private void settle(EffectId effect) {
    older.removeIf(question -> question.id().effect().equals(effect));
    if (open.remove(effect) != null) {
      respondent.settled(effect);
    }
  }

  /// An answer may be on its way to them: only what nobody has answered is asked again.
  private void putOlder() {
    if (older.isEmpty() || !isInboxEmpty()) {
      return;
    }
    older.retainAll(questions());
    for (var question : older) {
      screen.catchUp(List.of(), List.of(question));
      put(question);
    }
    older.clear();
  }

  private boolean isInboxEmpty() {
    return bench.store().inbox().waiting(session, 1).isEmpty();
  }

  /// Nothing is going on, and nothing will until one of the open questions is answered.
  private boolean isParked(RunId run) {
    return !open.isEmpty()
        && isInboxEmpty()
        && bench.archive().run(run).filter(it -> it.status() == RunStatus.WAITING).isPresent()
        && !questions().isEmpty();
  }

  /// The store failed, or this process was thought to be dead.
  private boolean isAbandoned(RunId run) {
    return bench.archive().run(run).filter(snapshot -> !snapshot.isDriven()).isPresent();
  }

  private Ending abandoned(RunId run) {
    return new Ending.Abandoned(
        new Problem(
            "run_not_driven",
            "Nobody drives the run",
            "this process has stopped driving run " + run + ", which is not over",
            "Nothing is lost. Go on with 'drover resume " + session + "'."));
  }

  private static Ending ending(RunOutcome outcome) {
    return switch (outcome) {
      case RunOutcome.Completed _ -> new Ending.Completed();
      case RunOutcome.Failed(var failure, _) -> new Ending.Failed(failure);
      case RunOutcome.Cancelled _ -> new Ending.Cancelled();
    };
  }
}
