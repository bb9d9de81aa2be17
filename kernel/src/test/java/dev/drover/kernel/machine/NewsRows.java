package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.DecisionRow.row;
import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.ASK;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.NOW;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.together;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Decision.Why;
import dev.drover.kernel.message.CallTerms;
import dev.drover.kernel.message.DeferredCallNews;
import dev.drover.kernel.message.DeferredCallNews.DeferredLook;
import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.ToolAnswer.ToolDeferral;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Label;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Decisions about news of deferred calls.
final class NewsRows {
  private static final RunId CALL = new RunId("c-1");
  private static final DeferredLook LOOK = new DeferredLook("job-7", NOW.plusSeconds(5));

  /// e2 is deferred and its tool is asked for news; e3 runs.
  private static final HandwrittenJournal AWAY =
      HalfFinishedTurns.BOTH_RUN.then(
          new Event.ToolDeferred(
              RUN, e(2), null, List.of(Label.UNTRUSTED), ToolDeferral.Slot.FREED, LOOK));

  private NewsRows() {}

  static List<DecisionRow> all() {
    var rows = new ArrayList<DecisionRow>();
    rows.add(
        row("a call goes on elsewhere under a handle")
            .given(HalfFinishedTurns.BOTH_RUN)
            .when(
                new Input.ToolDeferred(
                    e(2),
                    ToolDeferral.untilCompleted().asking("job-7", Duration.ofSeconds(5)),
                    List.of()))
            .then(
                new Event.ToolDeferred(RUN, e(2), null, List.of(), ToolDeferral.Slot.FREED, LOOK)));
    rows.add(
        row("a call that is still in progress is looked at again")
            .given(AWAY)
            .when(news(2, new DeferredCallNews.StillWorking("half", Duration.ofSeconds(9))))
            .then(new Event.DeferredCallChecked(RUN, e(2), "half", NOW.plusSeconds(9))));
    rows.add(
        row("news of the outcome settle the call, with the labels of the deferral")
            .given(AWAY)
            .when(news(2, new DeferredCallNews.Ended(FINE)))
            .then(
                new Event.ToolSettled(
                    RUN, e(2), FINE, List.of(Label.UNTRUSTED), null, List.<HookMark>of())));
    rows.add(
        row("a call that nobody knows elsewhere has an unknown outcome")
            .given(AWAY)
            .when(news(2, new DeferredCallNews.Gone("no such job")))
            .then(SampleEvents.settled(2, new ToolOutcome.Unknown("no such job"))));
    rows.add(
        row("a completion counts although the tool is asked for news")
            .given(AWAY)
            .when(new Input.DeferredCallCompleted(e(2), FINE, List.of(), "worker"))
            .then(new Event.ToolSettled(RUN, e(2), FINE, List.of(Label.UNTRUSTED), "worker")));
    rows.addAll(nothingAway());
    return rows;
  }

  private static List<DecisionRow> nothingAway() {
    var rows = new ArrayList<DecisionRow>();
    var lost = new DeferredCallNews.Gone("lost");
    rows.add(stale("news of a call that nobody looks at", DeferralRows.AWAY, news(2, lost)));
    rows.add(stale("news of a running call", HalfFinishedTurns.BOTH_RUN, news(2, lost)));
    rows.add(stale("news of a probed call", HalfFinishedTurns.PROBING, news(2, lost)));
    rows.add(stale("news of a call to approve", HalfFinishedTurns.ASKED_ALONE, news(2, lost)));
    rows.add(stale("news of an ended call", HalfFinishedTurns.ONE_LEFT, news(2, lost)));
    rows.add(stale("news of a call before its turn", HalfFinishedTurns.IN_ORDER, news(3, lost)));
    rows.add(stale("news of a running direct call", direct(), news(1, lost)));
    rows.add(stale("news of a probed direct call", probing(), news(1, lost)));
    rows.add(stale("news of a direct call to approve", directAsks(), news(1, lost)));
    rows.add(stale("news of a direct call that nobody looks at", directAway(), news(1, lost)));
    rows.add(stale("news while the model thinks", HandwrittenJournal.thinking(), news(1, lost)));
    rows.add(stale("news without a run", HandwrittenJournal.opened(), news(1, lost)));
    rows.add(
        row("news before the session is open")
            .given(HandwrittenJournal.empty())
            .when(news(1, lost))
            .ignored(Why.NOT_OPEN));
    return rows;
  }

  private static HandwrittenJournal direct() {
    return HandwrittenJournal.opened()
        .then(
            new Event.DirectCallAccepted(CALL, "host", planned(1, together(), ALLOW)),
            new Event.ToolStarted(CALL, e(1), 1));
  }

  /// The host called e1, which is deferred.
  static HandwrittenJournal directAway() {
    return direct().then(new Event.ToolDeferred(CALL, e(1), null, List.of()));
  }

  /// The host called e1, whose outcome was lost.
  static HandwrittenJournal probing() {
    return HandwrittenJournal.opened()
        .then(
            new Event.DirectCallAccepted(
                CALL, "host", planned(1, SampleValues.unsafe(CallTerms.AfterCrash.PROBE), ALLOW)),
            new Event.ToolStarted(CALL, e(1), 1),
            new Event.RunRecovered(CALL, "host-b", List.of(e(1))));
  }

  /// The host called e1, about which a person is asked.
  static HandwrittenJournal directAsks() {
    return HandwrittenJournal.opened()
        .then(
            new Event.DirectCallAccepted(CALL, "host", planned(1, together(), ASK)),
            new Event.ApprovalRequested(CALL, e(1), "send", "", "", Text.EMPTY, List.of(), null));
  }

  private static Input news(long effect, DeferredCallNews news) {
    return new Input.DeferredNewsGiven(e(effect), news);
  }

  private static DecisionRow stale(String name, HandwrittenJournal story, Input input) {
    return row(name).given(story).when(input).ignored(Why.STALE);
  }
}
