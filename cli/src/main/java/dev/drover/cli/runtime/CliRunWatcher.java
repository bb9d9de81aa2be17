package dev.drover.cli.runtime;

import dev.drover.cli.output.ApprovalQuestion;
import dev.drover.cli.output.RunDisplay;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.value.ApprovalId;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.watch.EventStream;
import dev.drover.watch.Notice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Shows one run until it ends, and passes its questions, and those of its child sessions, to the
/// responder.
///
/// Whether a run is parked is read from the store, because answers are there as well: one that is
/// in the inbox and not yet taken must not be overlooked.
public final class CliRunWatcher {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration SHORT_PATIENCE = Duration.ofMillis(100);
  private static final Duration NO_PATIENCE = Duration.ofMillis(10);
  private static final int LOOKS_UNTIL_ABANDONED = 3;

  private final CliRuntime runtime;
  private final SessionId session;
  private final RunDisplay screen;
  private final ApprovalResponder responder;
  private final WatchedSessions family;
  private final Map<ApprovalId, ApprovalQuestion> open = new LinkedHashMap<>();
  // Asked before the watch began, and not yet passed to the responder.
  private final List<ApprovalQuestion> older = new ArrayList<>();

  public CliRunWatcher(
      CliRuntime runtime, SessionId session, RunDisplay screen, ApprovalResponder responder) {
    this.runtime = runtime;
    this.session = session;
    this.screen = screen;
    this.responder = responder;
    this.family = new WatchedSessions(runtime, session);
  }

  /// When to stop watching.
  public enum Until {
    RUN_IS_OVER,
    /// Every open question was asked, and answered or left.
    NOBODY_IS_ASKED,
    /// Background tasks have ended too, and the session has reacted to them.
    ALL_IS_OVER
  }

  /// Takes over pending work: calls and open questions.
  public void showPending() {
    var calls = runtime.queries().snapshot(session).work().calls();
    if (!calls.isEmpty()) {
      screen.showPending(calls, List.of());
    }
    older.addAll(questions());
  }

  /// The unanswered questions of the session itself.
  private List<ApprovalQuestion> questions() {
    return allQuestions().filter(question -> isOwn(question.id())).toList();
  }

  private Stream<ApprovalQuestion> allQuestions() {
    return Stream.concat(
        runtime.queries().approvals().stream().map(ApprovalQuestion::of),
        runtime.drover().questions().open().stream().map(ApprovalQuestion::of));
  }

  /// @param events of the session, from before the run, or from now
  /// @param run null if none is going but child sessions are at work
  public WatchResult follow(EventStream events, @Nullable RunId run, Until until) {
    int idle = 0;
    WatchResult last = run == null ? new WatchResult.Completed(AnswerEnding.WHOLE) : null;
    while (true) {
      putOlder();
      readChildQuestions();
      if (isAsking()) {
        settleAnswered();
        continue;
      }
      boolean isParked = !responder.canAnswer() && isAnythingAsked() && family.isBlockedOnAnswers();
      var next = events.next(patience(isParked));
      if (isParked && next.isEmpty()) {
        // A child may have asked since its questions were read.
        readChildQuestions();
        return new WatchResult.Waiting(family.allQuestions());
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

  private boolean isAnythingAsked() {
    return !open.isEmpty() || family.hasChildren();
  }

  private Duration patience(boolean isParked) {
    if (isParked) {
      return NO_PATIENCE;
    }
    return !older.isEmpty() || family.hasChildren() ? SHORT_PATIENCE : PATIENCE;
  }

  /// While a question is on the screen, no later output is shown.
  private boolean isAsking() {
    try {
      return responder.waitWhileAsking(SHORT_PATIENCE);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// A question may have been answered elsewhere, or the run may be over: the events arrive later,
  /// so the store is read.
  private void settleAnswered() {
    var asked = allQuestions().toList();
    for (var question : List.copyOf(open.values())) {
      if (asked.stream().noneMatch(question::isSame)) {
        settle(question.id());
      }
    }
  }

  private boolean isOver(Until until) {
    return switch (until) {
      case RUN_IS_OVER -> true;
      case NOBODY_IS_ASKED -> older.isEmpty() && !responder.isAsking();
      case ALL_IS_OVER -> family.isIdle();
    };
  }

  /// Whether nothing more is to be shown. The watch may lag: if the session has later events, its
  /// end was not shown yet.
  private boolean isLast(Notice notice, Until until) {
    return notice instanceof Notice.Happened happened
        && switch (until) {
          case RUN_IS_OVER -> happened.event() instanceof Event.RunFinished;
          case NOBODY_IS_ASKED -> false;
          case ALL_IS_OVER -> family.isIdleSince(happened.seq());
        };
  }

  /// @return how the last run ended; null while the watched one has not ended
  private @Nullable WatchResult seen(
      Notice notice, @Nullable RunId run, @Nullable WatchResult last) {
    screen.show(session, notice);
    if (notice instanceof Notice.Happened happened) {
      handle(happened.event());
      if (happened.event() instanceof Event.RunFinished finished
          && (last != null || finished.run().equals(run))) {
        return ending(finished.outcome());
      }
    }
    return last;
  }

  /// Child sessions have journals of their own: their questions are read from the store.
  private void readChildQuestions() {
    boolean isAnythingOpen = open.keySet().stream().anyMatch(id -> !isOwn(id));
    if (!isAnythingOpen && !family.hasChildren()) {
      return;
    }
    var asked = family.allQuestions().stream().filter(each -> !isOwn(each.id())).toList();
    for (var known : List.copyOf(open.values())) {
      if (!isOwn(known.id()) && asked.stream().noneMatch(known::isSame)) {
        settle(known.id());
      }
    }
    for (var question : asked) {
      // Its answer may be in the inbox.
      if (!open.containsKey(question.id())
          && !responder.isAsking()
          && runtime.store().inbox().waiting(question.id().session(), 1).isEmpty()) {
        screen.showQuestion(question);
        put(question);
      }
    }
  }

  private boolean isOwn(ApprovalId id) {
    return id.session().equals(session);
  }

  private void handle(Event event) {
    switch (event) {
      case Event.ApprovalRequested asked -> putIfOpen(ApprovalQuestion.of(session, asked));
      case Event.ApprovalAnswered(_, var effect, _, _) -> settle(own(effect));
      case Event.QuestionAsked asked ->
          runtime
              .drover()
              .questions()
              .find(own(asked.effect()))
              .map(ApprovalQuestion::of)
              .ifPresent(this::put);
      case Event.QuestionAnswered answered -> settle(own(answered.effect()));
      case Event.ToolSettled(_, var effect, _, _, _, _) -> settle(own(effect));
      case Event.OfSession _,
          Event.BudgetWarned _,
          Event.OfPrompt _,
          Event.OfModel _,
          Event.OfVerification _,
          Event.OfPlan _,
          Event.OfCall _,
          Event.UndoOrdered _,
          Event.RunRecovered _,
          Event.RunFinished _ -> {}
    }
  }

  private ApprovalId own(EffectId effect) {
    return new ApprovalId(session, effect);
  }

  /// A question that was shown late may have been answered.
  private void putIfOpen(ApprovalQuestion question) {
    if (allQuestions().anyMatch(question::isSame)) {
      put(question);
    }
  }

  private void put(ApprovalQuestion question) {
    if (open.put(question.id(), question) == null) {
      // A person may want to view the whole preview.
      responder.onQuestion(question.with(runtime.queries().read(question.preview())));
    }
  }

  private void settle(ApprovalId settled) {
    older.removeIf(question -> question.id().equals(settled));
    if (open.remove(settled) != null) {
      responder.onSettled(settled);
    }
  }

  /// Their answers may be in the inbox: only unanswered questions are asked again.
  private void putOlder() {
    if (older.isEmpty() || !isInboxEmpty()) {
      return;
    }
    var asked = questions();
    older.removeIf(question -> asked.stream().noneMatch(question::isSame));
    while (!older.isEmpty() && !responder.isAsking()) {
      var question = older.removeFirst();
      screen.showPending(List.of(), List.of(question));
      put(question);
    }
  }

  private boolean isInboxEmpty() {
    return runtime.store().inbox().waiting(session, 1).isEmpty();
  }

  /// The store failed, or this process was declared dead.
  private boolean isAbandoned(@Nullable RunId run) {
    return run != null && isUndriven(run);
  }

  private boolean isUndriven(RunId run) {
    return runtime.queries().run(run).filter(snapshot -> !snapshot.isDriven()).isPresent();
  }

  private WatchResult abandoned(@Nullable RunId run) {
    return new WatchResult.Abandoned(
        new Problem(
            "run_not_driven",
            "No process drives the run",
            run == null
                ? "this process has stopped driving session " + session
                : "this process has stopped driving run " + run + ", which is not over",
            "Nothing is lost. Go on with 'drover resume " + session + "'."));
  }

  private static WatchResult ending(RunOutcome outcome) {
    return switch (outcome) {
      case RunOutcome.Completed completed -> new WatchResult.Completed(completed.ending());
      case RunOutcome.HandedOff _ -> new WatchResult.Completed(AnswerEnding.WHOLE);
      case RunOutcome.Failed(var failure, _) -> new WatchResult.Failed(failure);
      case RunOutcome.Cancelled _ -> new WatchResult.Cancelled();
    };
  }
}
