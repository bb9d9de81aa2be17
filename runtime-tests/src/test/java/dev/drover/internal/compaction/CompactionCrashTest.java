package dev.drover.internal.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.fixture.FakeAgents;
import dev.drover.fixture.NarrowModel;
import dev.drover.hook.Hook.GateOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.replay.Replay;
import dev.drover.replay.ReplayReport;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashMatrix;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A run whose conversation is compacted in the middle, killed after every append.
@Tag("C6")
@Tag("A13")
@Tag("E6")
@Timeout(60)
final class CompactionCrashTest {
  @Test
  void aRunIsSummarizedOnceAndEndsTheSameAfterAnyCrash() throws InterruptedException {
    for (var trial : cut(GateOutcome.rewrite("You sum up in one word."))) {
      assertThat(count(trial.after(), Event.HistoryCompacted.class)).isEqualTo(1);
      assertThat(count(trial.after(), Event.CompactionDenied.class)).isZero();
      var conversation = folded(trial.after()).conversation().messages();
      assertThat(conversation)
          .contains(new Message.User(Text.of("Look until you have seen enough.")));
      notAskedTwice(trial, Event.HistoryCompacted.class);
    }
  }

  @Test
  void aHookThatDeniedIsNotAskedAgainAfterACrash() throws InterruptedException {
    for (var trial : cut(GateOutcome.deny("keep it"))) {
      assertThat(count(trial.after(), Event.HistoryCompacted.class)).isZero();
      assertThat(count(trial.after(), Event.CompactionDenied.class)).isEqualTo(1);
      assertThat(folded(trial.after()).conversation().messages()).hasSize(10);
      notAskedTwice(trial, Event.CompactionDenied.class);
    }
  }

  /// One that fails permanently, and one that is paid for but empty.
  static Stream<NarrowModel.Mind> fruitless() {
    return Stream.of(
        _ -> {
          throw FakeAgents.broken(Failure.Retry.NEVER);
        },
        _ -> FakeAgents.says(" "));
  }

  @ParameterizedTest
  @MethodSource("fruitless")
  @Tag("F5")
  void aFailedSummaryLosesNothingAndIsNotPaidForAgainAfterACrash(NarrowModel.Mind summing)
      throws InterruptedException {
    var scenario = new LongRun(GateOutcome.rewrite("You sum up in one word."), summing);
    var whole = new CrashMatrix(MemoryStore::new, scenario).whole();
    assertThat(count(whole.after(), Event.CompactionFailed.class)).isEqualTo(1);
    assertThat(summaries(whole.firstLife())).isEqualTo(1);
    for (var trial : cut(scenario)) {
      assertThat(count(trial.after(), Event.CompactionFailed.class)).isEqualTo(1);
      assertThat(count(trial.after(), Event.HistoryCompacted.class)).isZero();
      assertThat(summaries(trial.secondLife()))
          .as("summaries after cut %d", trial.cut())
          .isEqualTo(1 - count(trial.before(), Event.CompactionFailed.class));
      var end = folded(trial.after());
      assertThat(end.conversation().messages()).hasSize(10);
      assertThat(end.conversation()).isEqualTo(folded(whole.after()).conversation());
      assertThat(end.totals().usage())
          .isEqualTo(used(trial.after()))
          .isEqualTo(used(whole.after()));
    }
  }

  private static long summaries(List<EffectId> life) {
    return life.stream().filter(LongRun.SUMMARY::equals).count();
  }

  /// The provider usage that the journal records.
  private static Usage used(List<RecordedEvent> entries) {
    var used = Usage.NONE;
    for (var entry : entries) {
      if (entry.event() instanceof Event.ModelReplied(_, _, var reply)) {
        used = used.plus(reply.usage());
      } else if (entry.event() instanceof Event.CompactionFailed(var failure)) {
        used = used.plus(failure.usage());
      }
    }
    return used;
  }

  private static List<CrashMatrix.Trial> cut(GateOutcome hook) throws InterruptedException {
    var scenario = new LongRun(hook);
    var whole = new CrashMatrix(MemoryStore::new, scenario).whole();
    assertThat(whole.firstLife()).containsOnlyOnce(LongRun.HOOK);
    return cut(scenario);
  }

  private static List<CrashMatrix.Trial> cut(LongRun scenario) throws InterruptedException {
    var matrix = new CrashMatrix(MemoryStore::new, scenario);
    var trials = matrix.all();
    assertThat(trials).hasSizeGreaterThan(8);
    for (var trial : trials) {
      assertThat(trial.outcome())
          .as("the end after cut %d", trial.cut())
          .isEqualTo(new RunOutcome.Completed(Text.of("enough")));
      assertThat(trial.repeated()).isEmpty();
      assertThat(trial.after().subList(0, trial.before().size())).isEqualTo(trial.before());
      assertThat(Replay.of(trial.after()))
          .isInstanceOfSatisfying(
              ReplayReport.class,
              report -> assertThat(report.state()).isEqualTo(folded(trial.after())));
    }
    return trials;
  }

  /// The decisions of hooks are in the journal: the next process knows them.
  private static void notAskedTwice(CrashMatrix.Trial trial, Class<? extends Event> said) {
    if (count(trial.before(), said) > 0) {
      assertThat(trial.secondLife()).as("cut %d", trial.cut()).doesNotContain(LongRun.HOOK);
    }
  }

  private static long count(List<RecordedEvent> entries, Class<? extends Event> kind) {
    return entries.stream().filter(entry -> kind.isInstance(entry.event())).count();
  }

  private static SessionState folded(List<RecordedEvent> entries) {
    var state = SessionState.NEW;
    for (var entry : entries) {
      state = state.after(entry);
    }
    return state;
  }
}
