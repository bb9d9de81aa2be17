package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.EffectClass;
import dev.drover.runtime.Drover;
import dev.drover.runtime.RunSnapshot;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.PaymentProcess.Place;
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

/// A real process is killed with SIGKILL in the middle of a tool, on SQLite. Another one that is
/// there, has the agent and did nothing so far finishes the run, long before the lease is over: on
/// one machine the death of a process is looked up.
@Tag("A12")
@Tag("A13")
@Tag("A14")
@Tag("J2")
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
final class TakeoverKillTest {
  @TempDir Path folder;

  @ParameterizedTest(name = "a {0} tool: the model is told {1}, and it was done {2} time(s)")
  @CsvSource({"PURE, Succeeded, 2", "UNSAFE, Unknown, 1"})
  void aProcessThatDidNothingFinishesWhatAKilledOneBegan(
      EffectClass effects, String told, int payments) throws Exception {
    var bystander = start(effects, Place.NOWHERE, PaymentProcess.BYSTANDER);
    try (var ready = bystander.inputReader()) {
      assertThat(ready.readLine()).isEqualTo(PaymentProcess.BYSTANDER);
      killInTheMiddle(effects);
      assertThat(end()).isEqualTo(told);
      assertThat(Files.readAllLines(PaymentProcess.ledger(folder))).hasSize(payments);
    } finally {
      bystander.destroyForcibly();
    }
  }

  private void killInTheMiddle(EffectClass effects) throws IOException, InterruptedException {
    var process = start(effects, Place.INSIDE_AFTER_PAYING, "");
    try (var output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo(PaymentProcess.STOPPED + Place.INSIDE_AFTER_PAYING);
      Forked.kill(process);
    }
  }

  private Process start(EffectClass effects, Place place, String role) throws IOException {
    return Forked.start(
        PaymentProcess.class, folder.toString(), effects.name(), place.name(), role);
  }

  /// What the model was told, in the end. This process has no agent and only looks.
  private String end() throws InterruptedException {
    try (var drover = Drover.on(SqliteStore.open(PaymentProcess.store(folder))).build()) {
      var run = runs(drover).getFirst().run();
      Waiting.until(() -> drover.archive().report(run).isPresent());
      return drover.archive().report(run).orElseThrow().text();
    }
  }

  private static List<RunSnapshot> runs(Drover drover) {
    return drover.archive().runs(PaymentProcess.SESSION);
  }
}
