package dev.drover.kernel.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.Decision.Commit;
import dev.drover.kernel.machine.Effect.CallTool;
import dev.drover.kernel.machine.Input.RecoveryCourse;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.value.EffectId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// One session driven through a [DeterministicWorld] from its opening to the end of its last run,
/// by processes that die at given points.
final class SessionDriver {
  /// Far more than any of these sessions needs: a session that gets there loops.
  private static final int TOO_MANY = 2_000;

  /// The point of a crash, and the progress of the process.
  ///
  /// @param commit right after the commit with this number, counted from 1
  record Crash(int commit, Progress progress) {}

  enum Progress {
    /// The commit is durable and no due effect was begun.
    NOTHING_BEGUN,
    /// Every due tool has done its work, and no answer was recorded.
    ALL_DONE_UNHEARD
  }

  private final DeterministicWorld world;
  private final RecoveryCourse course;
  private final Set<Crash> crashes;
  private final List<RecordedEvent> journal = new ArrayList<>();
  private final Set<EffectId> settled = new HashSet<>();
  private SessionState state = SessionState.NEW;
  private int commits;

  private SessionDriver(DeterministicWorld world, RecoveryCourse course, Set<Crash> crashes) {
    this.world = world;
    this.course = course;
    this.crashes = crashes;
  }

  static SessionDriver through(DeterministicWorld world, RecoveryCourse course, Crash... crashes) {
    var drive = new SessionDriver(world, course, Set.of(crashes));
    for (var prompt : world.prompts()) {
      drive.take(prompt);
      drive.untilIdle();
    }
    return drive;
  }

  private void untilIdle() {
    while (state.running().isPresent()) {
      assertThat(state.due()).isNotEmpty();
      var effect = world.first(state.due());
      assertThat(settled).doesNotContain(effect.id());
      take(world.answer(effect));
    }
  }

  private void take(Input input) {
    if (!(SessionMachine.decide(state, input, SampleValues.NOW) instanceof Commit commit)) {
      // Only a recovery with nothing to recover comes here: a run that has ended or waits.
      assertThat(input).isInstanceOf(Input.Recovered.class);
      return;
    }
    journal.addAll(commit.entries());
    for (var entry : commit.entries()) {
      if (entry.event() instanceof Event.ToolSettled done) {
        assertThat(settled.add(done.effect())).isTrue();
      }
    }
    state = commit.next();
    commits++;
    assertThat(commits).isLessThan(TOO_MANY);
    for (var progress : Progress.values()) {
      if (crashes.contains(new Crash(commits, progress))) {
        dieAndRecover(progress);
      }
    }
  }

  private void dieAndRecover(Progress progress) {
    if (progress == Progress.ALL_DONE_UNHEARD) {
      for (var due : state.due()) {
        if (due instanceof CallTool call) {
          world.perform(call);
        }
      }
    }
    state = InputWalk.folded(journal);
    take(new Input.Recovered("host-b", course));
  }

  SessionState state() {
    return state;
  }

  int commits() {
    return commits;
  }

  List<Event> events() {
    return journal.stream().map(RecordedEvent::event).toList();
  }

  List<RunOutcome> outcomes() {
    var outcomes = new ArrayList<RunOutcome>();
    for (var event : events()) {
      if (event instanceof Event.RunFinished(_, var outcome, _)) {
        outcomes.add(outcome);
      }
    }
    return outcomes;
  }

  List<PlannedCall> planned() {
    var planned = new ArrayList<PlannedCall>();
    for (var event : events()) {
      if (event instanceof Event.ToolsPlanned(_, var calls)) {
        planned.addAll(calls);
      }
    }
    return planned;
  }
}
