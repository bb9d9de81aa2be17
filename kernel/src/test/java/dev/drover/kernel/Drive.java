package dev.drover.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Decision.Commit;
import dev.drover.kernel.Effect.CallTool;
import dev.drover.kernel.Input.Course;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// One session driven through a [World] from its opening to the end of its last run, by processes
/// that die where they are told to.
final class Drive {
  /// Far more than any of these sessions needs: who gets there goes round in circles.
  private static final int TOO_MANY = 2_000;

  /// Where a process dies, and how far it had got.
  ///
  /// @param commit right after the commit with this number, counted from 1
  record Crash(int commit, Progress progress) {}

  enum Progress {
    /// The commit is durable and nothing of what is due was begun.
    NOTHING_BEGUN,
    /// Every tool that is due has done its work, and no answer was written down.
    ALL_DONE_UNHEARD
  }

  private final World world;
  private final Course course;
  private final Set<Crash> crashes;
  private final List<Recorded> journal = new ArrayList<>();
  private final Set<EffectId> settled = new HashSet<>();
  private SessionState state = SessionState.NEW;
  private int commits;

  private Drive(World world, Course course, Set<Crash> crashes) {
    this.world = world;
    this.course = course;
    this.crashes = crashes;
  }

  static Drive through(World world, Course course, Crash... crashes) {
    var drive = new Drive(world, course, Set.of(crashes));
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
    if (!(SessionMachine.decide(state, input, Samples.NOW) instanceof Commit commit)) {
      // Only a recovery that finds nothing to recover comes here: a run that has ended or waits.
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
    state = Walk.folded(journal);
    take(new Input.Recovered("host-b", course));
  }

  SessionState state() {
    return state;
  }

  int commits() {
    return commits;
  }

  List<Event> events() {
    return journal.stream().map(Recorded::event).toList();
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
