package dev.drover.internal.takeover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.fixture.ApprovalWaits;
import dev.drover.fixture.ChildJvm;
import dev.drover.fixture.EmbeddedServer;
import dev.drover.kernel.value.SessionId;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Real processes are replaced one after the other with SIGTERM, as in a deployment, while runs
/// with unsafe calls are in progress: no call is repeated, none becomes unknown, and no run
/// notices.
@Tag("J9")
@Tag("A14")
@Timeout(90)
final class RollingDeploymentTest {
  private static final int SESSIONS = 6;
  private static final int TERMINATED_EXIT = 128 + 15;

  @TempDir Path folder;

  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void endProcesses() {
    processes.forEach(Process::destroyForcibly);
  }

  @Test
  void runsContinueInTheNextProcessOnOneMachine() throws Exception {
    deploy(folder.resolve("fleet.db").toString());
  }

  @Test
  void runsContinueInTheNextProcessOnPostgres() throws Exception {
    try (var server = EmbeddedServer.start()) {
      deploy(server.address("rolling"));
    }
  }

  private void deploy(String store) throws Exception {
    var old = start(store);
    for (var session : sessions()) {
      old.outputWriter().write(session.value() + "\n");
    }
    old.outputWriter().flush();
    var accepted = old.inputReader();
    for (int i = 0; i < SESSIONS; i++) {
      assertThat(accepted.readLine()).startsWith("s-");
    }
    var next = start(store);
    drain(old, accepted);
    var last = start(store);
    drain(next, next.inputReader());
    requireAllDone(store);
    drain(last, last.inputReader());
  }

  private static List<SessionId> sessions() {
    return IntStream.range(0, SESSIONS).mapToObj(n -> new SessionId("s-" + n)).toList();
  }

  private Process start(String store) throws IOException {
    var process =
        ChildJvm.start(FleetProcess.class, folder.resolve("ledger.txt").toString(), store, "30");
    processes.add(process);
    assertThat(process.inputReader().readLine()).isEqualTo(FleetProcess.READY);
    return process;
  }

  private static void drain(Process process, BufferedReader output) throws Exception {
    // Unlike the process itself, its handle leaves the streams open.
    assertThat(process.toHandle().destroy()).isTrue();
    assertThat(output.readLine()).isEqualTo("drained true");
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(TERMINATED_EXIT);
  }

  private void requireAllDone(String store) throws Exception {
    try (var drover = Drover.on(FleetProcess.openStore(store)).build()) {
      for (var session : sessions()) {
        var run = drover.queries().runs(session).getFirst().run();
        ApprovalWaits.until(() -> drover.queries().report(run).isPresent());
        assertThat(drover.queries().report(run).orElseThrow().text())
            .isEqualTo("Succeeded Succeeded Succeeded");
      }
    }
    var lines = Files.readAllLines(folder.resolve("ledger.txt"));
    assertThat(lines).hasSize(2 * SESSIONS * FleetProcess.CALLS).doesNotHaveDuplicates();
  }
}
