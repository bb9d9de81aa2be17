package dev.drover.kernel.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.machine.Decision.Ignore;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.value.EffectId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Nothing gets stuck, lost or confused.
class LivenessLawTest {
  @Test
  @Tag("K3")
  void afterEachCommitTheRunHasEndedOrAnEffectIsDue() {
    WalkRunner.keep(
        walk -> {
          for (var moment : walk.moments()) {
            var state = moment.after();
            assertThat(state.due().isEmpty())
                .isEqualTo(state.running().isEmpty() && state.direct().isEmpty());
          }
        });
  }

  @Test
  @Tag("K3")
  void theAnswerToADueEffectIsNeverIgnored() {
    WalkRunner.keep(
        walk -> {
          for (var moment : walk.moments()) {
            var awaited = moment.before().due().stream().anyMatch(due -> answers(moment, due));
            if (awaited) {
              assertThat(moment.decision()).isNotInstanceOf(Ignore.class);
            }
          }
        });
  }

  private static boolean answers(InputWalk.Moment moment, Effect due) {
    return switch (due) {
      case Effect.CallModel(_, var id, var attempt, _, _, _) ->
          (moment.input() instanceof Input.ModelAnswered reply
                  && reply.effect().equals(id)
                  && reply.attempt() == attempt)
              || (moment.input() instanceof Input.ModelCallFailed broke
                  && broke.effect().equals(id)
                  && broke.attempt() == attempt);
      case Effect.RunChecks checks ->
          moment.input() instanceof Input.ChecksEnded ended && ended.effect().equals(checks.id());
      case Effect.CallTool call ->
          moment.input() instanceof Input.ToolAnswered answer && answer.effect().equals(call.id());
      case Effect.ProbeTool probe ->
          moment.input() instanceof Input.ToolProbed probed && probed.effect().equals(probe.id());
      case Effect.AwaitDeferredCall away ->
          moment.input() instanceof Input.DeferredCallCompleted given
              && given.effect().equals(away.id());
      case Effect.AskForNews ask ->
          moment.input() instanceof Input.DeferredNewsGiven news && news.effect().equals(ask.id());
      case Effect.AwaitAnswer asked when SampleValues.round(moment.before(), asked) > 0 ->
          moment.input() instanceof Input.AnswerGiven given
              && given.effect().equals(asked.id())
              && given.round() == SampleValues.round(moment.before(), asked)
              && !(moment.decision() instanceof Ignore(var why, _)
                  && why == Decision.Why.NOT_ALLOWED);
      case Effect.AwaitAnswer asked ->
          moment.input() instanceof Input.ApprovalGiven given
              && given.effect().equals(asked.id())
              && !(moment.decision() instanceof Ignore(var why, _)
                  && why == Decision.Why.NOT_ALLOWED);
    };
  }

  @Test
  @Tag("K5")
  void anIgnoredInputHasAReasonAndChangesNothing() {
    WalkRunner.keep(
        walk -> {
          var journal = new ArrayList<RecordedEvent>();
          for (var moment : walk.moments()) {
            journal.addAll(moment.entries());
            if (moment.decision() instanceof Ignore(_, var detail)) {
              assertThat(detail).isNotBlank();
              assertThat(moment.before()).isEqualTo(InputWalk.folded(journal));
            }
          }
        });
  }

  @Test
  @Tag("K2")
  void anEffectIdIsNeverReused() {
    WalkRunner.keep(
        walk -> {
          var named = new HashMap<EffectId, String>();
          int models = 1;
          for (var moment : walk.moments()) {
            if (moment.decision() instanceof Decision.Commit commit
                && commit.entries().getFirst().event() instanceof Event.ModelReplaced) {
              models++;
            }
            for (var effect : moment.after().due()) {
              var name =
                  switch (effect) {
                    case Effect.CallModel call -> {
                      var frame = moment.after().running().orElseThrow();
                      yield "turn %d of %s, length %s, model %d"
                          .formatted(
                              frame.turn(), call.run(), frame.progress().compaction(), models);
                    }
                    case Effect.RunChecks checks ->
                        "checks of turn %d of %s"
                            .formatted(moment.after().running().orElseThrow().turn(), checks.run());
                    case Effect.CallTool call -> "call of " + call.run() + call.planned();
                    case Effect.ProbeTool probe -> "call of " + probe.run() + probe.planned();
                    case Effect.AwaitDeferredCall away ->
                        "call of " + away.run() + planned(walk, away.id());
                    case Effect.AskForNews ask -> "call of " + ask.run() + ask.planned();
                    case Effect.AwaitAnswer asked ->
                        "call of " + asked.run() + planned(walk, asked.id());
                  };
              assertThat(named.merge(effect.id(), name, (old, fresh) -> old)).isEqualTo(name);
            }
          }
          assertThat(Set.copyOf(named.values())).hasSameSizeAs(named.values());
        });
  }

  private static PlannedCall planned(InputWalk walk, EffectId effect) {
    var all = new ArrayList<PlannedCall>();
    for (var event : walk.events()) {
      if (event instanceof Event.ToolsPlanned(_, var calls)) {
        calls.stream().filter(call -> call.effect().equals(effect)).forEach(all::add);
      }
      if (event instanceof Event.DirectCallAccepted(_, _, var call)
          && call.effect().equals(effect)) {
        all.add(call);
      }
    }
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  @Test
  @Tag("K2")
  void effectIdsAreGeneratedOnceAndOnlyGrow() {
    WalkRunner.keep(
        walk -> {
          var minted = new HashSet<EffectId>();
          for (var entry : walk.journal()) {
            for (var effect : mintedBy(entry.event())) {
              assertThat(minted.add(effect)).isTrue();
            }
          }
          for (var moment : walk.commits()) {
            assertThat(moment.after().position().effects())
                .isGreaterThanOrEqualTo(moment.before().position().effects());
          }
        });
  }

  /// The ids that an event uses for the first time.
  private static List<EffectId> mintedBy(Event event) {
    return switch (event) {
      case Event.ToolsPlanned(_, var calls) -> calls.stream().map(PlannedCall::effect).toList();
      case Event.ModelReplied(_, var effect, _) -> List.of(effect);
      case Event.DirectCallAccepted(_, _, var call) -> List.of(call.effect());
      case Event.VerificationStarted(_, var effect, _) -> List.of(effect);
      case Event.SessionOpened _,
          Event.SessionForked _,
          Event.RecipeAdopted _,
          Event.HistoryCleared _,
          Event.HistoryCompacted _,
          Event.OutcomeEdited _,
          Event.SessionHandedOff _,
          Event.CompactionDenied _,
          Event.CompactionFailed _,
          Event.RunAccepted _,
          Event.PromptQueued _,
          Event.TextSteered _,
          Event.ModelFailed _,
          Event.ModelReplaced _,
          Event.ReplyInterrupted _,
          Event.AnswerRejected _,
          Event.VerificationFailed _,
          Event.OfCall _,
          Event.RunRecovered _,
          Event.RunFinished _,
          Event.BudgetsSet _,
          Event.TaskEnded _,
          Event.VerificationRecorded _,
          Event.CompletionMade _,
          Event.PromptDenied _,
          Event.BudgetWarned _,
          Event.UndoOrdered _ ->
          List.of();
    };
  }
}
