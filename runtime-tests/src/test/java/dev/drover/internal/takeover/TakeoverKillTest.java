package dev.drover.internal.takeover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.ChildJvm;
import dev.drover.internal.takeover.PaymentProcess.Place;
import dev.drover.kernel.value.EffectClass;
import dev.drover.query.RunSnapshot;
import dev.drover.store.jdbc.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A real process on SQLite is killed with SIGKILL during a tool. Another idle process that has the
/// agent finishes the run, long before the lease expires: on one machine the death of a process is
/// detected directly.
@Tag("A12")
@Tag("A13")
@Tag("A14")
@Tag("J2")
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
final class TakeoverKillTest {
  @TempDir Path folder;

  @ParameterizedTest(name = "a {0} tool: the model gets {1}, and it was performed {2} time(s)")
  @CsvSource({"PURE, Succeeded, 2", "UNSAFE, Unknown, 1"})
  void anIdleProcessFinishesTheRunOfAKilledProcess(EffectClass effects, String result, int payments)
      throws Exception {
    var bystander = start(effects, Place.NOWHERE, PaymentProcess.BYSTANDER);
    try (var ready = bystander.inputReader()) {
      assertThat(ready.readLine()).isEqualTo(PaymentProcess.BYSTANDER);
      killInTheMiddle(effects);
      assertThat(end()).isEqualTo(result);
      assertThat(Files.readAllLines(PaymentProcess.ledger(folder))).hasSize(payments);
    } finally {
      bystander.destroyForcibly();
    }
  }

  private void killInTheMiddle(EffectClass effects) throws IOException, InterruptedException {
    var process = start(effects, Place.INSIDE_AFTER_PAYING, "");
    try (var output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo(PaymentProcess.STOPPED + Place.INSIDE_AFTER_PAYING);
      ChildJvm.kill(process);
    }
  }

  private Process start(EffectClass effects, Place place, String role) throws IOException {
    return ChildJvm.start(
        PaymentProcess.class, folder.toString(), effects.name(), place.name(), role);
  }

  /// The last result that the model got. This process has no agent and only reads.
  private String end() throws InterruptedException {
    try (var drover = Drover.on(SqliteStore.open(PaymentProcess.store(folder))).build()) {
      var run = runs(drover).getFirst().run();
      ApprovalWaits.until(() -> drover.queries().report(run).isPresent());
      return drover.queries().report(run).orElseThrow().text();
    }
  }

  private static List<RunSnapshot> runs(Drover drover) {
    return drover.queries().runs(PaymentProcess.SESSION);
  }
}
