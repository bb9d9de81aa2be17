package dev.drover.cli.work;

import static java.util.stream.Collectors.toSet;

import dev.drover.cli.screen.Question;
import dev.drover.cli.screen.Screen;
import dev.drover.kernel.AnswerEnding;
import dev.drover.kernel.ApprovalId;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.Event;
import dev.drover.kernel.OpenCall;
import dev.drover.kernel.Phase;
import dev.drover.kernel.Problem;
import dev.drover.kernel.RunId;
import dev.drover.kernel.RunOutcome;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.watch.EventStream;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.store.Catalog.ApprovalRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Shows one run to its end, and takes its questions, and those of all who work for it, to whoever
/// answers them.
///
/// Whether a run is parked is read from the store, where answers are as well: one that lies in the
/// inbox and has not been taken yet must not be overlooked.
public final class Watch {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration SHORT_PATIENCE = Duration.ofMillis(100);
  private static final Duration NO_PATIENCE = Duration.ofMillis(10);
  private static final int LOOKS_UNTIL_ABANDONED = 3;

  private final Bench bench;
  private final SessionId session;
  private final Screen screen;
  private final Respondent respondent;
  private final Family family;
  private final Map<ApprovalId, Question> open = new LinkedHashMap<>();
  // Asked before the watch began, and not yet put to anybody.
  private final List<Question> older = new ArrayList<>();

  public Watch(Bench bench, SessionId session, Screen screen, Respondent respondent) {
    this.bench = bench;
    this.session = session;
    this.screen = screen;
    this.respondent = respondent;
    this.family = new Family(bench, session);
  }

  /// How long to watch.
  public enum Until {
    RUN_IS_OVER,
    /// Every question that is open was put, and answered or left.
    NOBODY_IS_ASKED,
    /// What was given away in the background too, and what the session says to it.
    ALL_IS_OVER
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
  /// @param run null if none is going, and others work for the session
  public Ending follow(EventStream events, @Nullable RunId run, Until until) {
    int idle = 0;
    Ending last = run == null ? new Ending.Completed(AnswerEnding.WHOLE) : null;
    while (true) {
      putOlder();
      listenBelow();
      if (isAsking()) {
        settleAnswered();
        continue;
      }
      boolean isParked = !respondent.isThere() && !open.isEmpty() && family.isStill();
      var next = events.next(patience(isParked));
      if (isParked && next.isEmpty()) {
        return new Ending.Waiting(family.questions().stream().map(Question::of).toList());
      }
      if (next.isPresent()) {
        idle = 0;
        last = seen(next.get(), run, last);
        if (last != null && isLast(next.get(), until)) {
          return last;
        }
      } else if (last != null && isOver(until) && isInboxEmpty()) {
        return last;
      } else if (events.isAtEnd() || (isAbandoned(run) && ++idle >= LOOKS_UNTIL_ABANDONED)) {
        return abandoned(run);
      }
    }
  }

  private Duration patience(boolean isParked) {
    if (isParked) {
      return NO_PATIENCE;
    }
    return !older.isEmpty() || family.isAnybodyBelow() ? SHORT_PATIENCE : PATIENCE;
  }

  /// While a question is before a person nothing that comes after it is shown.
  private boolean isAsking() {
    try {
      return respondent.isAskingAfter(SHORT_PATIENCE);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// Somebody may have answered elsewhere, or the run may be over: the events that say so come
  /// later, so the store is asked.
  private void settleAnswered() {
    var asked = ids();
    for (var id : List.copyOf(open.keySet())) {
      if (!asked.contains(id)) {
        settle(id);
      }
    }
  }

  private Set<ApprovalId> ids() {
    return bench.archive().approvals().stream().map(ApprovalRow::id).collect(toSet());
  }

  private boolean isOver(Until until) {
    return switch (until) {
      case RUN_IS_OVER -> true;
      case NOBODY_IS_ASKED -> older.isEmpty() && !respondent.isAsking();
      case ALL_IS_OVER -> family.isAtRest();
    };
  }

  /// Whether nothing is to be seen after this. Who watches may be behind: what is over was not
  /// shown yet if more was written than this.
  private boolean isLast(Notice notice, Until until) {
    return notice instanceof Notice.Happened happened
        && switch (until) {
          case RUN_IS_OVER -> happened.event() instanceof Event.RunFinished;
          case NOBODY_IS_ASKED -> false;
          case ALL_IS_OVER -> family.isAtRestSince(happened.seq());
        };
  }

  /// @return how the last run has ended; null as long as the one that is watched has not
  private @Nullable Ending seen(Notice notice, @Nullable RunId run, @Nullable Ending last) {
    screen.see(session, notice);
    if (notice instanceof Notice.Happened happened) {
      take(happened.event());
      if (happened.event() instanceof Event.RunFinished finished
          && (last != null || finished.run().equals(run))) {
        return ending(finished.outcome());
      }
    }
    return last;
  }

  /// Those who work for the session have journals of their own: what they ask is in the store.
  private void listenBelow() {
    boolean isAnythingOpen = open.keySet().stream().anyMatch(id -> !isOwn(id));
    if (!isAnythingOpen && !family.isAnybodyBelow()) {
      return;
    }
    var asked = family.questions().stream().filter(row -> !isOwn(row.id())).toList();
    for (var id : List.copyOf(open.keySet())) {
      if (!isOwn(id) && asked.stream().noneMatch(row -> row.id().equals(id))) {
        settle(id);
      }
    }
    for (var row : asked) {
      // An answer may be on its way to it.
      if (!open.containsKey(row.id())
          && !respondent.isAsking()
          && bench.store().inbox().waiting(row.id().session(), 1).isEmpty()) {
        var question = Question.of(row);
        screen.asked(question);
        put(question);
      }
    }
  }

  private boolean isOwn(ApprovalId id) {
    return id.session().equals(session);
  }

  private void take(Event event) {
    switch (event) {
      case Event.ApprovalRequested asked -> putIfOpen(Question.of(session, asked));
      case Event.ApprovalAnswered(_, var effect, _, _) -> settle(own(effect));
      case Event.ToolSettled(_, var effect, _, _, _, _) -> settle(own(effect));
      case Event.SessionOpened _,
          Event.SessionForked _,
          Event.RecipeAdopted _,
          Event.HistoryCleared _,
          Event.HistoryCompacted _,
          Event.OutcomeEdited _,
          Event.SessionHandedOff _,
          Event.CompactionDenied _,
          Event.CompactionFailed _,
          Event.BudgetsSet _,
          Event.TaskEnded _,
          Event.VerificationRecorded _,
          Event.CompletionMade _,
          Event.PromptDenied _,
          Event.BudgetWarned _,
          Event.RunAccepted _,
          Event.ModelReplied _,
          Event.ModelFailed _,
          Event.ModelReplaced _,
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

  private ApprovalId own(EffectId effect) {
    return new ApprovalId(session, effect);
  }

  /// What was shown late may have its answer.
  private void putIfOpen(Question question) {
    if (ids().contains(question.id())) {
      put(question);
    }
  }

  private void put(Question question) {
    if (open.put(question.id(), question) == null) {
      // A person may want to see all of it.
      respondent.asked(question.with(bench.archive().read(question.preview())));
    }
  }

  private void settle(ApprovalId settled) {
    older.removeIf(question -> question.id().equals(settled));
    if (open.remove(settled) != null) {
      respondent.settled(settled);
    }
  }

  /// An answer may be on its way to them: only what nobody has answered is asked again.
  private void putOlder() {
    if (older.isEmpty() || !isInboxEmpty()) {
      return;
    }
    older.retainAll(questions());
    while (!older.isEmpty() && !respondent.isAsking()) {
      var question = older.removeFirst();
      screen.catchUp(List.of(), List.of(question));
      put(question);
    }
  }

  private boolean isInboxEmpty() {
    return bench.store().inbox().waiting(session, 1).isEmpty();
  }

  /// The store failed, or this process was thought to be dead.
  private boolean isAbandoned(@Nullable RunId run) {
    return run != null && isUndriven(run);
  }

  private boolean isUndriven(RunId run) {
    return bench.archive().run(run).filter(snapshot -> !snapshot.isDriven()).isPresent();
  }

  private Ending abandoned(@Nullable RunId run) {
    return new Ending.Abandoned(
        new Problem(
            "run_not_driven",
            "Nobody drives the run",
            run == null
                ? "this process has stopped driving session " + session
                : "this process has stopped driving run " + run + ", which is not over",
            "Nothing is lost. Go on with 'drover resume " + session + "'."));
  }

  private static Ending ending(RunOutcome outcome) {
    return switch (outcome) {
      case RunOutcome.Completed completed -> new Ending.Completed(completed.ending());
      case RunOutcome.HandedOff _ -> new Ending.Completed(AnswerEnding.WHOLE);
      case RunOutcome.Failed(var failure, _) -> new Ending.Failed(failure);
      case RunOutcome.Cancelled _ -> new Ending.Cancelled();
    };
  }
}
