package dev.drover.kernel.machine;

import static dev.drover.kernel.machine.SampleValues.ALLOW;
import static dev.drover.kernel.machine.SampleValues.FINE;
import static dev.drover.kernel.machine.SampleValues.NOW;
import static dev.drover.kernel.machine.SampleValues.RECIPE;
import static dev.drover.kernel.machine.SampleValues.RUN;
import static dev.drover.kernel.machine.SampleValues.answered;
import static dev.drover.kernel.machine.SampleValues.e;
import static dev.drover.kernel.machine.SampleValues.planned;
import static dev.drover.kernel.machine.SampleValues.recovered;
import static dev.drover.kernel.machine.SampleValues.saying;
import static dev.drover.kernel.machine.SampleValues.together;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Commit;
import dev.drover.kernel.machine.Effect.CallModel;
import dev.drover.kernel.machine.Effect.Offer;
import dev.drover.kernel.machine.Input.RecoveryCourse;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.kernel.value.WhenBusy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A run stops at its limits: turns, tokens, and crashes caused by a call.
class LimitLawTest {
  @Test
  @Tag("C7")
  void anEndlessRunGetsItsTurnsAndOneCallWithoutTools() {
    var state = committed(HandwrittenJournal.opened().state(), prompt(new RunLimits(3, 1_000, 1)));
    var offers = new ArrayList<Offer>();
    while (state.phase() instanceof SessionPhase.Thinking thinking
        && thinking.frame().turn() <= 3) {
      offers.add(((CallModel) state.due().getFirst()).offer());
      long call = state.position().effects() + 1;
      var calls = List.of(planned(call, together(), ALLOW));
      state = committed(state, answered(thinking.effect().ordinal(), 1, calls));
      state = committed(state, new Input.ToolAnswered(e(call), FINE));
    }
    offers.add(((CallModel) state.due().getFirst()).offer());
    assertThat(offers).containsExactly(Offer.TOOLS, Offer.TOOLS, Offer.TOOLS, Offer.NO_TOOLS);

    var last = SessionMachine.decide(state, answered(7, 1, saying("That is all.")), NOW);
    assertThat(((Commit) last).entries().getLast().event())
        .isInstanceOfSatisfying(
            Event.RunFinished.class,
            end -> {
              assertThat(end.outcome()).isInstanceOf(RunOutcome.Failed.class);
              var failed = (RunOutcome.Failed) end.outcome();
              assertThat(failed.failure().problem().code()).isEqualTo("out_of_turns");
              assertThat(failed.text()).isEqualTo(Text.of("That is all."));
            });
  }

  @Test
  @Tag("C7")
  void turnsAreCountedAcrossACrash() {
    var state = committed(HandwrittenJournal.opened().state(), prompt(new RunLimits(1, 1_000, 1)));
    state = committed(state, recovered(RecoveryCourse.DRIVE_ON));
    state = committed(state, answered(1, 1, List.of(planned(2, together(), ALLOW))));
    state = committed(state, new Input.ToolAnswered(e(2), FINE));
    state = committed(state, recovered(RecoveryCourse.DRIVE_ON));
    assertThat(state.due())
        .extracting(due -> ((CallModel) due).offer())
        .containsExactly(Offer.NO_TOOLS);
  }

  private static Input prompt(RunLimits limits) {
    return new Input.Prompted(RUN, SampleValues.PROMPT, RECIPE, limits, WhenBusy.REFUSE);
  }

  private static SessionState committed(SessionState state, Input input) {
    return ((Commit) SessionMachine.decide(state, input, NOW)).next();
  }

  @Test
  @Tag("C7")
  void noRunGetsMoreTurnsThanItsLimitOrTwoCallsWithoutTools() {
    WalkRunner.keep(
        walk -> {
          var withTools = new LinkedHashSet<EffectId>();
          var without = new LinkedHashSet<EffectId>();
          boolean refused = false;
          for (var moment : walk.commits()) {
            if (moment.events().getLast() instanceof Event.RunAccepted) {
              withTools.clear();
              without.clear();
              refused = false;
            }
            if (moment.events().getFirst() instanceof Event.BudgetsSet) {
              without.clear();
            }
            if (moment.input() instanceof Input.ModelPostponed(var effect, _, _)) {
              withTools.remove(effect);
              without.remove(effect);
            }
            if (moment.events().getFirst() instanceof Event.ModelReplaced replaced) {
              withTools.remove(replaced.effect());
              without.remove(replaced.effect());
            }
            refused |= moment.events().stream().anyMatch(LimitLawTest::isRefusal);
            for (var due : moment.after().due()) {
              if (due instanceof CallModel call) {
                (call.offer() == Offer.TOOLS ? withTools : without).add(call.id());
                int turns = moment.after().running().orElseThrow().limits().turns();
                assertThat(withTools).hasSizeLessThanOrEqualTo(turns);
                assertThat(without).hasSizeLessThanOrEqualTo(1);
                if (!without.isEmpty() && !refused) {
                  assertThat(withTools).hasSize(turns);
                }
              }
            }
          }
        });
  }

  /// No person in these walks is called budget.
  private static boolean isRefusal(Event event) {
    return event instanceof Event.ToolSettled(_, _, ToolOutcome.Denied(var by, _), _, _, _)
        && by.equals("budget");
  }

  @Test
  @Tag("C7")
  void noModelCallIsDueOnceTheTokensAreUsed() {
    WalkRunner.keep(
        walk -> {
          long used = 0;
          for (var moment : walk.commits()) {
            for (var event : moment.events()) {
              if (event instanceof Event.RunAccepted) {
                used = 0;
              } else if (event instanceof Event.ModelReplied(_, _, var reply)) {
                used += tokens(reply.usage());
              } else if (event instanceof Event.HistoryCompacted(var applied)) {
                used += tokens(applied.usage());
              }
            }
            if (moment.after().phase() instanceof SessionPhase.Thinking thinking) {
              assertThat(used).isLessThan(thinking.frame().limits().tokens());
            }
          }
        });
  }

  private static long tokens(Usage usage) {
    return usage.input() + usage.output() + usage.cacheRead() + usage.cacheWrite();
  }

  @Test
  void theUsageOfARunIsTheSumOfItsRepliesAndItsSummaries() {
    WalkRunner.keep(
        walk -> {
          var used = Usage.NONE;
          var all = Usage.NONE;
          var accepted = new HashSet<RunId>();
          for (var event : walk.events()) {
            if (event instanceof Event.RunAccepted begun) {
              accepted.add(begun.run());
              used = Usage.NONE;
            } else if (event instanceof Event.SessionForked) {
              all = Usage.NONE;
            } else if (event instanceof Event.ModelReplied(_, _, var reply)) {
              used = sum(used, reply.usage());
              all = sum(all, reply.usage());
            } else if (event instanceof Event.HistoryCompacted(var applied)) {
              used = sum(used, applied.usage());
              all = sum(all, applied.usage());
            } else if (event instanceof Event.CompactionFailed(var failure)) {
              boolean isOfRun = failure.cause() != CompactionOutcome.Cause.ASKED;
              used = isOfRun ? sum(used, failure.usage()) : used;
              all = sum(all, failure.usage());
            } else if (event instanceof Event.CompletionMade(var shot)) {
              all = sum(all, shot.usage());
            } else if (event instanceof Event.RunFinished(var run, _, var usage)) {
              // A run that was withdrawn from the queue has used nothing.
              assertThat(usage).isEqualTo(accepted.contains(run) ? used : Usage.NONE);
            }
          }
          assertThat(walk.end().totals().usage()).isEqualTo(all);
        });
  }

  private static Usage sum(Usage one, Usage other) {
    return new Usage(
        one.input() + other.input(),
        one.output() + other.output(),
        one.cacheRead() + other.cacheRead(),
        one.cacheWrite() + other.cacheWrite(),
        one.reasoning() + other.reasoning());
  }

  @Test
  @Tag("A14")
  void aCallIsNotBegunMoreOftenThanItsLimitUnlessAPersonRepeatsIt() {
    WalkRunner.keep(
        walk -> {
          var begun = new HashMap<EffectId, Integer>();
          var allowed = new HashMap<EffectId, Integer>();
          int attempts = 0;
          for (var event : walk.events()) {
            if (event instanceof Event.RunAccepted(_, _, var limits)) {
              attempts = limits.attempts();
            } else if (event
                instanceof Event.ApprovalAnswered(_, var effect, ApprovalAnswer.Yes _, _)) {
              allowed.merge(effect, 1, Integer::sum);
            } else if (event instanceof Event.QuestionAnswered(_, var effect, _, _, _)) {
              allowed.merge(effect, 1, Integer::sum);
            } else if (event instanceof Event.ToolStarted(var run, var effect, var attempt)) {
              assertThat(attempt).isEqualTo(begun.merge(effect, 1, Integer::sum));
              int most = run.value().startsWith("direct-") ? 3 : attempts;
              assertThat(attempt).isLessThanOrEqualTo(most + allowed.getOrDefault(effect, 0));
            }
          }
        });
  }
}
