package dev.drover.tools.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// A command that starts processes in all the ways in which they usually survive it.
///
/// @param sleeper the command line of each of them, unique on this machine
record ProcessTreeCommand(String sleeper) {
  private static final int MEMBERS = 9;
  private static final AtomicInteger SECONDS =
      new AtomicInteger((int) (ProcessHandle.current().pid() * 1000));

  static ProcessTreeCommand another() {
    return new ProcessTreeCommand("sleep " + SECONDS.incrementAndGet());
  }

  /// In the background, of a child, orphaned, in a session of its own, detached twice, without a
  /// terminal, ignoring signals, and with an environment of its own. Prints `ready`.
  String command() {
    return """
    SLEEP &
    bash -c 'SLEEP & touch born; wait' &
    until [ -e born ]; do sleep 0.01; done
    (SLEEP &)
    setsid -w SLEEP &
    (setsid bash -c '(SLEEP >/dev/null 2>&1 </dev/null &)' &)
    nohup SLEEP >/dev/null 2>&1 &
    bash -c "trap '' TERM; SLEEP & SLEEP" &
    env -i PATH="$PATH" setsid -w SLEEP &
    echo ready
    wait
    """
        .replace("SLEEP", sleeper);
  }

  /// Otherwise a later check that they are dead proves nothing.
  void assertAllAlive() throws Exception {
    var never = new CountDownLatch(1);
    for (int i = 0; i < 1000 && TestShells.running(sleeper).size() < MEMBERS; i++) {
      assertThat(never.await(10, TimeUnit.MILLISECONDS)).isFalse();
    }
    assertThat(TestShells.running(sleeper)).hasSize(MEMBERS);
  }

  void assertDead() throws Exception {
    assertThat(TestShells.running(sleeper)).isEmpty();
  }

  /// For processes whose end cannot be awaited.
  void assertDies() throws Exception {
    TestShells.assertNoneRuns(sleeper);
  }
}
