package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.LATER;
import static dev.drover.kernel.machine.SampleValues.NOW;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.approval;
import static dev.drover.kernel.machine.SampleValues.cancelAny;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.inOrder;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.recovered;
import static dev.drover.kernel.machine.SampleValues.together;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.machine.Input.RecoveryCourse;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.CallTerms.ApprovalTerms;
import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolAnswer.HandOff;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.TaskMode;
import dev.drover.kernel.value.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decisions about questions of tools and their answers.
final class QuestionRows {
  private static final RunId CALL = new RunId("c-1");
  private static final BlobId SNAPSHOT = new BlobId("0d".repeat(32));
  private static final ToolQuestion WHICH = ToolQuestion.confirm("Which account?", "page 2");
  private static final QuestionAnswer YES = new QuestionAnswer.Accepted(Text.EMPTY);
  private static final QuestionAnswer NO = new QuestionAnswer.Declined();

  /// e2 has asked a person, and e3 runs.
  private static final HandwrittenJournal ASKING = HalfFinishedTurns.BOTH_RUN.then(asked(2, 1));

  /// The host called e1, which has asked a person.
  private static final HandwrittenJournal DIRECT =
      HandwrittenJournal.opened()
          .then(
              new Event.DirectCallAccepted(CALL, "host", planned(1, together(), ALLOW)),
              new Event.ToolStarted(CALL, e(1), 1));

  private static final HandwrittenJournal DIRECT_ASKING =
      DIRECT.then(new Event.QuestionAsked(CALL, e(1), 1, WHICH, List.of(), null));

  private QuestionRows() {}

  static List<DecisionRow> all() {
    var rows = new ArrayList<DecisionRow>();
    rows.addAll(asking());
    rows.addAll(answering());
    rows.addAll(late());
    rows.addAll(recovering());
    rows.addAll(stopping());
    rows.addAll(direct());
    rows.addAll(onlyAnAnswer(ASKING, 2, "a call that has asked"));
    rows.addAll(onlyAnAnswer(DIRECT_ASKING, 1, "a direct call that has asked"));
    rows.addAll(nothingAsked());
    return rows;
  }

  private static List<DecisionRow> asking() {
    return List.of(
        row("a call asks a person, and the other goes on")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(asks(2))
            .then(asked(2, 1)),
        row("certain people may answer, for a minute")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(
                new Input.ToolAsked(
                    e(2), WHICH, new ApprovalTerms(List.of("ann"), Duration.ofMinutes(1))))
            .then(
                new Event.QuestionAsked(RUN, e(2), 1, WHICH, List.of("ann"), NOW.plusSeconds(60))),
        row("the calls behind one that asks wait for it, in order")
            .given(HalfFinishedTurns.IN_ORDER)
            .when(asks(2))
            .then(asked(2, 1)),
        row("a call that asks makes room for another")
            .given(HalfFinishedTurns.FULL)
            .when(asks(2))
            .then(asked(2, 1), SampleEvents.started(10, 1)),
        row("a call asks again when it was answered")
            .given(ASKING.then(answered(2, 1, YES), SampleEvents.started(2, 2)))
            .when(asks(2))
            .then(asked(2, 2)),
        row("a call that has asked ten times asks no more")
            .given(askedOften())
            .when(asks(2))
            .then(
                SampleEvents.settled(
                    2,
                    new ToolOutcome.Failed(
                        Text.of("it asked more than 10 questions, and was not called again")))));
  }

  private static HandwrittenJournal askedOften() {
    var story = HalfFinishedTurns.BOTH_RUN;
    for (int round = 1; round <= 10; round++) {
      story =
          story.then(asked(2, round), answered(2, round, YES), SampleEvents.started(2, round + 1));
    }
    return story;
  }

  private static List<DecisionRow> answering() {
    return List.of(
        row("an answer starts the call again")
            .given(ASKING)
            .when(answer(2, 1, new QuestionAnswer.Accepted(Text.of("{}"))))
            .then(
                answered(2, 1, new QuestionAnswer.Accepted(Text.of("{}"))),
                SampleEvents.started(2, 2)),
        row("a refusal to answer is an answer")
            .given(ASKING)
            .when(answer(2, 1, NO))
            .then(answered(2, 1, NO), SampleEvents.started(2, 2)),
        row("a dismissed question is answered")
            .given(ASKING)
            .when(answer(2, 1, new QuestionAnswer.Dismissed()))
            .then(answered(2, 1, new QuestionAnswer.Dismissed()), SampleEvents.started(2, 2)),
        row("an answer to an earlier question of the call")
            .given(ASKING.then(answered(2, 1, YES), SampleEvents.started(2, 2), asked(2, 2)))
            .when(answer(2, 1, YES))
            .ignored(Why.STALE),
        row("a person who may not answer")
            .given(
                HalfFinishedTurns.BOTH_RUN.then(
                    new Event.QuestionAsked(RUN, e(2), 1, WHICH, List.of("ann"), null)))
            .when(answer(2, 1, YES))
            .ignored(Why.NOT_ALLOWED),
        row("an answered call waits for room")
            .given(HalfFinishedTurns.FULL.then(asked(2, 1), SampleEvents.started(10, 1)))
            .when(answer(2, 1, YES))
            .then(answered(2, 1, YES)));
  }

  private static List<DecisionRow> late() {
    var dismissed =
        new Event.QuestionAnswered(RUN, e(2), 1, new QuestionAnswer.Dismissed(), "time");
    return List.of(
        row("nobody has answered a question in time")
            .given(HalfFinishedTurns.BOTH_RUN.then(asked(2, 1, NOW)))
            .when(new Input.ApprovalExpired(e(2)))
            .then(dismissed, SampleEvents.started(2, 2)),
        row("an answer that comes too late")
            .given(HalfFinishedTurns.BOTH_RUN.then(asked(2, 1, NOW)))
            .when(answer(2, 1, YES))
            .then(dismissed, SampleEvents.started(2, 2)),
        row("the time to answer a question is not over yet")
            .given(HalfFinishedTurns.BOTH_RUN.then(asked(2, 1, LATER)))
            .when(new Input.ApprovalExpired(e(2)))
            .ignored(Why.STALE));
  }

  private static List<DecisionRow> recovering() {
    var resumed = asked(2, 1);
    var yes = answered(2, 1, YES);
    return List.of(
        row("a process dies that only waited for an answer")
            .given(
                HandwrittenJournal.acting(planned(2, inOrder(), ALLOW))
                    .then(SampleEvents.started(2, 1), resumed))
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .ignored(Why.NOTHING_TO_DO),
        row("a process dies in a repeatable call that was answered")
            .given(
                HandwrittenJournal.acting(planned(2, inOrder(), ALLOW))
                    .then(SampleEvents.started(2, 1), resumed, yes, SampleEvents.started(2, 2)))
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(SampleEvents.recovered(2), SampleEvents.started(2, 3)),
        row("a process dies in an unsafe call that was answered")
            .given(
                HandwrittenJournal.acting(
                        planned(2, SampleValues.unsafe(CallTerms.AfterCrash.TELL_MODEL), ALLOW))
                    .then(SampleEvents.started(2, 1), resumed, yes, SampleEvents.started(2, 2)))
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(
                SampleEvents.recovered(2),
                SampleEvents.settled(
                    2,
                    new ToolOutcome.Unknown(
                        "the process died while the call was under way; it may have happened"))),
        row("a call that has asked is closed after a crash beside it")
            .given(ASKING)
            .when(recovered(RecoveryCourse.DRIVE_ON))
            .then(SampleEvents.recovered(3), SampleEvents.started(3, 2)));
  }

  private static List<DecisionRow> stopping() {
    return List.of(
        row("a run is cancelled while its call waits for an answer")
            .given(
                HandwrittenJournal.acting(planned(2, inOrder(), ALLOW))
                    .then(SampleEvents.started(2, 1), asked(2, 1)))
            .when(cancelAny())
            .then(
                SampleEvents.settled(2, new ToolOutcome.Cancelled("cancelled by ann")),
                SampleEvents.interrupted(3, ""),
                SampleEvents.cancelledByAnn(SampleValues.COST)));
  }

  private static List<DecisionRow> direct() {
    return List.of(
        row("a direct call asks a person")
            .given(DIRECT)
            .when(asks(1))
            .then(new Event.QuestionAsked(CALL, e(1), 1, WHICH, List.of(), null)),
        row("a direct call is answered")
            .given(DIRECT_ASKING)
            .when(answer(1, 1, YES))
            .then(
                new Event.QuestionAnswered(CALL, e(1), 1, YES, "bob"),
                new Event.ToolStarted(CALL, e(1), 2)));
  }

  /// What else may reach a call that waits for an answer.
  private static List<DecisionRow> onlyAnAnswer(
      HandwrittenJournal story, long effect, String where) {
    var run = effect == 1 ? CALL : RUN;
    var yes = new ApprovalAnswer.Yes(ApprovalAnswer.Scope.ONCE);
    return List.of(
        stale(where + " answers itself", story, new Input.ToolAnswered(e(effect), FINE)),
        stale(where + " asks again", story, asks(effect)),
        stale(
            where + " is deferred",
            story,
            new Input.ToolDeferred(e(effect), ToolDeferral.untilCompleted(), List.of())),
        stale(where + " touches files", story, new Input.FilesAnnounced(e(effect), List.of())),
        stale(where + " looks around", story, new Input.WorkspaceCaptured(e(effect), SNAPSHOT)),
        stale(where + " is overdue", story, new Input.DeferredCallExpired(e(effect))),
        stale(
            where + " has news",
            story,
            new Input.DeferredNewsGiven(e(effect), new DeferredCallNews.Gone("lost"))),
        stale(
            where + " is probed",
            story,
            new Input.ToolProbed(e(effect), new ProbeResult.DidNotHappen())),
        stale(where + " is approved", story, approval(effect, yes)),
        stale(where + " has no deadline", story, new Input.ApprovalExpired(e(effect))),
        stale(
            where + " hands off",
            story,
            new Input.HandedOff(
                e(effect),
                new HandOff(
                    new SessionId("next"), new RunId("next"), "billing", "/work", Text.EMPTY))),
        stale(
            where + " announces a task",
            story,
            new Input.TaskAnnounced(
                e(effect), new SessionId("child"), "clerk", TaskMode.FOREGROUND, null)),
        row(where + " is completed by the holder of its key")
            .given(story)
            .when(new Input.DeferredCallCompleted(e(effect), FINE, List.of(), "worker"))
            .then(new Event.ToolSettled(run, e(effect), FINE, List.of(), "worker")),
        row(where + " is cancelled alone")
            .given(story)
            .when(new Input.CallCancelled(e(effect), "ann"))
            .then(
                new Event.ToolSettled(
                    run, e(effect), new ToolOutcome.Cancelled("cancelled by ann"))));
  }

  private static List<DecisionRow> nothingAsked() {
    var rows = new ArrayList<DecisionRow>();
    for (var input : List.of(asks(2), answer(2, 1, YES))) {
      var kind = input.getClass().getSimpleName();
      rows.add(stale(kind + " of a probed call", HalfFinishedTurns.PROBING, input));
      rows.add(stale(kind + " of a call to approve", HalfFinishedTurns.ASKED_ALONE, input));
      rows.add(stale(kind + " of a deferred call", DeferralRows.AWAY, input));
      rows.add(stale(kind + " of an ended call", HalfFinishedTurns.ONE_LEFT, input));
    }
    rows.add(stale("an answer for a running call", HalfFinishedTurns.BOTH_RUN, answer(2, 1, YES)));
    for (var input : List.of(asks(3), answer(3, 1, YES))) {
      var kind = input.getClass().getSimpleName();
      rows.add(stale(kind + " of a call before its turn", HalfFinishedTurns.IN_ORDER, input));
    }
    for (var input : List.of(asks(1), answer(1, 1, YES))) {
      var kind = input.getClass().getSimpleName();
      rows.add(stale(kind + " of a probed direct call", NewsRows.probing(), input));
      rows.add(stale(kind + " of a direct call to approve", NewsRows.directAsks(), input));
      rows.add(stale(kind + " of a deferred direct call", NewsRows.directAway(), input));
      rows.add(stale(kind + " while the model thinks", HandwrittenJournal.thinking(), input));
      rows.add(stale(kind + " without a run", HandwrittenJournal.opened(), input));
      rows.add(
          row(kind + " before the session is open")
              .given(HandwrittenJournal.empty())
              .when(input)
              .ignored(Why.NOT_OPEN));
    }
    rows.add(stale("an answer for a running direct call", DIRECT, answer(1, 1, YES)));
    return rows;
  }

  private static DecisionRow stale(String name, HandwrittenJournal story, Input input) {
    return row(name).given(story).when(input).ignored(Why.STALE);
  }

  private static Input asks(long effect) {
    return new Input.ToolAsked(e(effect), WHICH, ApprovalTerms.ANYBODY);
  }

  private static Input answer(long effect, int round, QuestionAnswer answer) {
    return new Input.AnswerGiven(e(effect), round, answer, "bob");
  }

  private static Event asked(long effect, int round) {
    return asked(effect, round, null);
  }

  private static Event asked(long effect, int round, @Nullable Instant until) {
    return new Event.QuestionAsked(RUN, e(effect), round, WHICH, List.of(), until);
  }

  private static Event answered(long effect, int round, QuestionAnswer answer) {
    return new Event.QuestionAnswered(RUN, e(effect), round, answer, "bob");
  }
}
