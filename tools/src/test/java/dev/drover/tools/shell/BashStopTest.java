package dev.drover.tools.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.conformance.ToolTestSession;
import dev.drover.tools.TestCall;
import dev.drover.tools.sandbox.ShellOptions.Confinement;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("D11")
@Execution(ExecutionMode.CONCURRENT)
@ParameterizedClass
@EnumSource(
    value = Confinement.class,
    names = {"OFF", "REQUIRED"})
final class BashStopTest {
  private final Confinement confinement;
  @TempDir Path workspace;
  @AutoClose private final ShellTestSessions sessions = new ShellTestSessions();

  private final ProcessTreeCommand family = ProcessTreeCommand.another();

  BashStopTest(Confinement confinement) {
    this.confinement = confinement;
  }

  @Test
  void atTheTimeoutAllDescendantsAreKilledAndTheirOutputIsKept() throws Exception {
    var failure =
        call(family.command(), 3).failureOf(TestShells.bash(confinement, TestShells.SHORT));
    assertThat(failure)
        .startsWith("ready\n")
        .endsWith(
            "[stopped after 3 seconds, with all it had started; above is what it printed until"
                + " then. Allow more with timeout, or do less at once.]");
    family.assertDead();
  }

  @Test
  @Tag("B4")
  void anInterruptStopsAllDescendantsAndIsPropagated() throws Exception {
    var ready = new CountDownLatch(1);
    var call = call(family.command(), 60).watchedBy(text -> ready.countDown());
    var bash = TestShells.bash(confinement);
    var task =
        new FutureTask<>(
            () -> {
              var failure = call.failureOf(bash);
              assertThat(Thread.currentThread().isInterrupted()).isTrue();
              return failure;
            });
    var caller = Thread.ofVirtual().start(task);
    assertThat(ready.await(10, TimeUnit.SECONDS)).isTrue();
    family.assertAllAlive();

    caller.interrupt();
    caller.interrupt();

    assertThat(task.get(10, TimeUnit.SECONDS))
        .startsWith("ready\n")
        .endsWith(
            "[interrupted and stopped, with all it had started; above is what it printed until"
                + " then]");
    family.assertDead();
  }

  @Test
  void anInterruptBeforeTheStartPreventsTheCommand() throws Exception {
    var bash = TestShells.bash(confinement);
    var task =
        new FutureTask<>(
            () -> {
              Thread.currentThread().interrupt();
              return call(family.sleeper(), 60).failureOf(bash);
            });
    Thread.ofVirtual().start(task);
    assertThatThrownBy(() -> task.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(InterruptedException.class);
    family.assertDead();
  }

  @Test
  @Tag("B5")
  void theEndOfTheSessionStopsRunningCommands() throws Exception {
    var ready = new CountDownLatch(1);
    var session = new ToolTestSession(workspace);
    var bash = TestShells.bash(confinement);
    var call =
        TestCall.in(session, Map.of("command", family.command()))
            .watchedBy(text -> ready.countDown());
    var task = new FutureTask<>(() -> call.failureOf(bash));
    Thread.ofVirtual().start(task);
    assertThat(ready.await(10, TimeUnit.SECONDS)).isTrue();
    family.assertAllAlive();

    session.close();

    family.assertDead();
    assertThat(task.get(10, TimeUnit.SECONDS)).startsWith("ready\n[interrupted and stopped");
  }

  private TestCall call(String command, int timeout) {
    return sessions.call(workspace, Map.of("command", command, "timeout", timeout));
  }
}
