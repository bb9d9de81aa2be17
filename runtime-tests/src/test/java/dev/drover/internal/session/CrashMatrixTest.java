package dev.drover.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.fixture.ThreeTurns;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.event.RecordedEvent;
import dev.drover.kernel.event.RunOutcome;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.CallTerms.AfterCrash;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.store.Store;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.store.memory.MemoryStore;
import dev.drover.testkit.CrashMatrix;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("A12")
@Tag("A13")
@Tag("A14")
final class CrashMatrixTest {
  private static final EffectId LOOK = new EffectId(2);
  private static final EffectId LOOK_AGAIN = new EffectId(4);

  @Test
  void aRunKilledAfterAnyAppendEndsTheSameInMemory() throws InterruptedException {
    cutEverywhere(MemoryStore::new);
  }

  @Test
  void aRunKilledAfterAnyAppendEndsTheSameOnSqlite(@TempDir Path folder)
      throws InterruptedException {
    var files = new AtomicInteger();
    cutEverywhere(() -> SqliteStore.open(folder.resolve("s" + files.incrementAndGet() + ".db")));
  }

  @Test
  @Tag("E6")
  void aGateThatHangsOrThrowsDeniesInEveryProcessAndIsNotAskedAgain() throws InterruptedException {
    var matrix = new CrashMatrix(MemoryStore::new, new WatchedTurns());
    assertThat(matrix.whole().firstLife()).containsExactlyInAnyOrder(LOOK, LOOK_AGAIN);
    var trials = matrix.all();
    // Open, accept, reply and start, two outcomes, reply and denial, reply and finish.
    assertThat(trials).hasSize(7);
    for (var trial : trials) {
      assertThat(trial.outcome())
          .as("the end after cut %d", trial.cut())
          .isEqualTo(new RunOutcome.Completed(Text.of("paid")));
      assertThat(trial.repeated()).as("performed again after cut %d", trial.cut()).isEmpty();
      assertThat(Set.of(LOOK, LOOK_AGAIN)).containsAll(trial.secondLife());
      assertThat(plans(trial.after()))
          .as("what hooks left after cut %d", trial.cut())
          .containsExactly(
              "look {\"far\":true} REWROTE",
              "note {} DENIED",
              "look {\"far\":true} REWROTE",
              "pay {} DENIED");
    }
  }

  private static List<String> plans(List<RecordedEvent> entries) {
    return entries.stream()
        .filter(entry -> entry.event() instanceof Event.ToolsPlanned)
        .flatMap(entry -> ((Event.ToolsPlanned) entry.event()).calls().stream())
        .map(
            plan ->
                "%s %s %s"
                    .formatted(
                        plan.call().tool(),
                        ((Text.Inline) plan.call().arguments()).value(),
                        plan.marks().getFirst().action()))
        .toList();
  }

  private static void cutEverywhere(Supplier<Store> stores) throws InterruptedException {
    var matrix = new CrashMatrix(stores, new ThreeTurns());
    var whole = matrix.whole();
    assertThat(whole.outcome()).isEqualTo(new RunOutcome.Completed(Text.of("paid")));
    var trials = matrix.all();
    // Open, accept, reply and start, three outcomes, reply and ask, answer and start, outcome,
    // reply and finish.
    assertThat(trials).hasSize(10);
    for (var trial : trials) {
      check(trial);
    }
  }

  private static void check(CrashMatrix.Trial trial) {
    assertThat(trial.outcome())
        .as("the end after cut %d", trial.cut())
        .isEqualTo(new RunOutcome.Completed(Text.of("paid")));
    assertThat(trial.repeated()).as("performed again after cut %d", trial.cut()).isEmpty();
    assertThat(lostForGood(trial.before(), trial.lost()))
        .as("unsafe calls performed in both lives, cut %d", trial.cut())
        .noneMatch(trial.secondLife()::contains);
    assertThat(trial.after().subList(0, trial.before().size()))
        .as("what was durable before cut %d", trial.cut())
        .isEqualTo(trial.before());
    eachStartHasOneEnd(trial);
  }

  private static Set<EffectId> lostForGood(List<RecordedEvent> entries, Set<EffectId> lost) {
    return entries.stream()
        .filter(entry -> entry.event() instanceof Event.ToolsPlanned)
        .flatMap(entry -> ((Event.ToolsPlanned) entry.event()).calls().stream())
        .filter(call -> call.terms().afterCrash() == AfterCrash.TELL_MODEL)
        .map(call -> call.effect())
        .filter(lost::contains)
        .collect(Collectors.toSet());
  }

  private static void eachStartHasOneEnd(CrashMatrix.Trial trial) {
    var open = new HashSet<EffectId>();
    var state = SessionState.NEW;
    for (var entry : trial.after()) {
      state = state.after(entry);
      switch ((Object) entry.event()) {
        case Event.ToolStarted(_, var effect, _) -> open.add(effect);
        case Event.ToolSettled(_, var effect, var outcome, _, _, _) -> {
          assertThat(open.remove(effect)).as("the start of %s", effect).isTrue();
          assertThat(outcome).isNotInstanceOf(ToolOutcome.Cancelled.class);
        }
        default -> {}
      }
    }
    assertThat(open).as("calls without an end, cut %d", trial.cut()).isEmpty();
    assertThat(state.conversation().messages()).hasSize(8);
  }
}
