package dev.drover.internal.takeover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.ChildJvm;
import dev.drover.fixture.EmbeddedServer;
import dev.drover.internal.takeover.PaymentProcess.Place;
import dev.drover.kernel.value.EffectClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Real processes on a real PostgreSQL server: one is killed with SIGKILL around a payment, and
/// another one continues. [PaymentTest] and [TakeoverKillTest] have all places, on SQLite.
@Tag("A13")
@Tag("A14")
@Tag("J9")
@Timeout(90)
final class PostgresKillTest {
  private static final AtomicInteger STORES = new AtomicInteger();
  private static EmbeddedServer server;

  @TempDir Path folder;

  @BeforeAll
  static void startServer() throws IOException {
    server = EmbeddedServer.start();
  }

  @AfterAll
  static void stopServer() throws IOException {
    server.close();
  }

  @BeforeEach
  void nameServer() throws IOException {
    Files.writeString(
        PaymentProcess.server(folder), server.address("store_" + STORES.incrementAndGet()));
  }

  @ParameterizedTest(name = "killed {0}: {1} payment(s), result for the model: {2}")
  @CsvSource({
    "BEFORE_START_IS_DURABLE,   1, Succeeded",
    "INSIDE_AFTER_PAYING,       1, Unknown",
    "AFTER_OUTCOME_IS_DURABLE,  1, Succeeded",
  })
  void anUnsafePaymentIsNeverMadeTwice(Place place, int payments, String result) throws Exception {
    killAt(place);
    var process = start(Place.NOWHERE, "");
    try (var output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo("COMPLETED " + result);
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(Files.readAllLines(PaymentProcess.ledger(folder))).hasSize(payments);
  }

  @Test
  @Tag("J2")
  void anIdleProcessFinishesTheRunOfAKilledProcess() throws Exception {
    var bystander = start(Place.NOWHERE, PaymentProcess.BYSTANDER);
    try (var ready = bystander.inputReader()) {
      assertThat(ready.readLine()).isEqualTo(PaymentProcess.BYSTANDER);
      killAt(Place.INSIDE_AFTER_PAYING);
      assertThat(end()).isEqualTo("Unknown");
      assertThat(Files.readAllLines(PaymentProcess.ledger(folder))).hasSize(1);
    } finally {
      bystander.destroyForcibly();
    }
  }

  private void killAt(Place place) throws IOException, InterruptedException {
    var process = start(place, "");
    try (var output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo(PaymentProcess.STOPPED + place);
      ChildJvm.kill(process);
    }
  }

  private Process start(Place place, String role) throws IOException {
    return ChildJvm.start(
        PaymentProcess.class, folder.toString(), EffectClass.UNSAFE.name(), place.name(), role);
  }

  /// The last result that the model got. This process has no agent and only reads.
  private String end() throws InterruptedException {
    try (var drover = Drover.on(PaymentProcess.openStore(folder)).build()) {
      var run = drover.queries().runs(PaymentProcess.SESSION).getFirst().run();
      ApprovalWaits.until(() -> drover.queries().report(run).isPresent());
      return drover.queries().report(run).orElseThrow().text();
    }
  }
}
