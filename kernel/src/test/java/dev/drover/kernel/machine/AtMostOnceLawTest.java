package dev.drover.kernel.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.Effect.CallTool;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.EffectId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// An effect that a tool may have had is never repeated on a guess.
@Tag("K7")
@Tag("A14")
class AtMostOnceLawTest {
  @Test
  void aCallIsDueOnlyAfterItsStartIsInTheJournal() {
    WalkRunner.keep(
        walk -> {
          var started = new HashMap<EffectId, Integer>();
          for (var moment : walk.commits()) {
            for (var event : moment.events()) {
              if (event instanceof Event.ToolStarted(_, var effect, var attempt)) {
                started.put(effect, attempt);
              }
            }
            for (var due : moment.after().due()) {
              if (due instanceof CallTool call) {
                assertThat(started).containsEntry(call.id(), call.attempt());
              }
            }
          }
        });
  }

  @Test
  void aSettledCallIsNeverDueAgain() {
    WalkRunner.keep(
        walk -> {
          var settled = new HashSet<EffectId>();
          for (var moment : walk.commits()) {
            for (var event : moment.events()) {
              if (event instanceof Event.ToolSettled done) {
                assertThat(settled.add(done.effect())).isTrue();
              }
            }
            assertThat(moment.after().due()).noneMatch(due -> settled.contains(due.id()));
          }
        });
  }

  @Test
  void anUnsafeCallIsDueAgainOnlyAfterAPersonOrAProbeDecides() {
    WalkRunner.keep(
        walk -> {
          var unsafe = new HashSet<EffectId>();
          // Lost calls without a decision yet.
          var doubtful = new HashSet<EffectId>();
          for (var moment : walk.commits()) {
            clear(doubtful, moment.input());
            for (var event : moment.events()) {
              note(event, unsafe, doubtful, moment.before().due());
            }
            for (var due : moment.after().due()) {
              if (due instanceof CallTool call && unsafe.contains(call.id())) {
                assertThat(doubtful).doesNotContain(call.id());
              }
            }
          }
        });
  }

  private static void clear(Set<EffectId> doubtful, Input input) {
    if (input instanceof Input.ApprovalGiven(var effect, ApprovalAnswer.Yes _, _)) {
      doubtful.remove(effect);
    }
    if (input instanceof Input.ToolProbed(var effect, ProbeResult.DidNotHappen _, _)) {
      doubtful.remove(effect);
    }
  }

  private static void note(
      Event event, Set<EffectId> unsafe, Set<EffectId> doubtful, List<Effect> before) {
    if (event instanceof Event.ToolsPlanned(_, var calls)) {
      calls.stream()
          .filter(call -> call.terms().effects() == EffectClass.UNSAFE)
          .forEach(call -> unsafe.add(call.effect()));
    }
    if (event instanceof Event.DirectCallAccepted(_, _, var call)
        && call.terms().effects() == EffectClass.UNSAFE) {
      unsafe.add(call.effect());
    }
    if (event instanceof Event.RunRecovered(var run, _, _, _)) {
      before.stream()
          .filter(due -> due instanceof CallTool && due.run().equals(run))
          .forEach(due -> doubtful.add(due.id()));
    }
  }

  @Test
  void aRecoveryListsEveryEffectInProgress() {
    WalkRunner.keep(
        walk -> {
          for (var moment : walk.commits()) {
            var lost = new ArrayList<EffectId>();
            for (var event : moment.events()) {
              if (event instanceof Event.RunRecovered(_, _, var some, _)) {
                lost.addAll(some);
              }
            }
            if (!lost.isEmpty()) {
              assertThat(lost)
                  .containsExactlyInAnyOrderElementsOf(
                      moment.before().due().stream()
                          .filter(due -> !SampleValues.waitsForSomebody(due))
                          .map(Effect::id)
                          .toList());
            }
          }
        });
  }

  @Test
  void aCallThatWasNeverStartedIsNeverUnknown() {
    WalkRunner.keep(
        walk -> {
          Map<EffectId, Integer> started = new HashMap<>();
          for (var event : walk.events()) {
            if (event instanceof Event.ToolStarted(_, var effect, var attempt)) {
              started.put(effect, attempt);
            }
            if (event instanceof Event.ToolSettled(_, var effect, var outcome, _, _, _)) {
              var mayHaveHappened = outcome instanceof ToolOutcome.Unknown;
              var never =
                  outcome instanceof ToolOutcome.Denied || outcome instanceof ToolOutcome.Refused;
              assertThat(mayHaveHappened && !started.containsKey(effect)).isFalse();
              assertThat(never && started.containsKey(effect)).isFalse();
            }
          }
        });
  }
}
