package dev.drover.tools.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.tools.TestCall;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("D11")
final class BashStopTest {
  /// Background, background of a child, background that lost its parent, and the children of all.
  private static final String FAMILY =
      """
      sleep 300 & echo pid $!
      bash -c 'sleep 300 & echo pid $!; touch born; wait' &
      until [ -e born ]; do sleep 0.01; done
      (sleep 300 & echo pid $!)
      setsid -w sleep 300 & echo pid $!
      echo pid $$
      echo ready
      wait
      """;

  private static final ShellTimes SHORT =
      new ShellTimes(
          Duration.ofSeconds(1),
          Duration.ofSeconds(60),
          Duration.ofMillis(300),
          Duration.ofMillis(250),
          Duration.ofMillis(500));

  @TempDir Path workspace;

  @Test
  void whenTimeIsUpTheWholeFamilyDiesAndItsOutputIsKept() throws Exception {
    var failure = call(FAMILY, 3).failureOf(new BashTool(SHORT));
    assertThat(failure)
        .endsWith(
            "[stopped after 3 seconds, with all it had started; above is what it printed until"
                + " then. Allow more with timeout, or do less at once.]");
    assertThat(pidsIn(failure)).hasSize(5).allSatisfy(BashStopTest::assertGone);
  }

  @Test
  void aCommandMayTidyUpBeforeItDies() throws Exception {
    var tidy = "trap 'echo tidied; exit 0' TERM; echo ready; while :; do sleep 0.02; done";
    assertThat(call(tidy, 2).failureOf(new BashTool(SHORT))).contains("tidied\n[stopped");
  }

  @Test
  void aCommandThatWillNotDieIsKilled() throws Exception {
    var stubborn = "trap '' TERM; echo pid $$; while :; do sleep 0.02; done";
    var failure = call(stubborn, 2).failureOf(new BashTool(SHORT));
    assertThat(pidsIn(failure)).hasSize(1).allSatisfy(BashStopTest::assertGone);
  }

  @Test
  @Tag("B4")
  void anInterruptStopsTheFamilyAndIsPassedOn() throws Exception {
    var ready = new CountDownLatch(1);
    var call =
        call(FAMILY, 60)
            .watchedBy(
                text -> {
                  if (text.contains("ready")) {
                    ready.countDown();
                  }
                });
    var task =
        new FutureTask<>(
            () -> {
              var failure = call.failureOf(new BashTool());
              assertThat(Thread.currentThread().isInterrupted()).isTrue();
              return failure;
            });
    var caller = Thread.ofVirtual().start(task);
    assertThat(ready.await(10, TimeUnit.SECONDS)).isTrue();

    caller.interrupt();
    caller.interrupt();

    var failure = task.get(10, TimeUnit.SECONDS);
    assertThat(failure)
        .contains("ready\n")
        .endsWith(
            "[interrupted and stopped, with all it had started; above is what it printed until"
                + " then]");
    assertThat(pidsIn(failure)).hasSize(5).allSatisfy(BashStopTest::assertGone);
  }

  @Test
  void anInterruptThatCameBeforeStopsItAtOnce() throws Exception {
    var task =
        new FutureTask<>(
            () -> {
              Thread.currentThread().interrupt();
              return call("sleep 300", 60).failureOf(new BashTool());
            });
    Thread.ofVirtual().start(task);
    assertThat(task.get(10, TimeUnit.SECONDS)).startsWith("[no output]\n[interrupted and stopped");
  }

  private TestCall call(String command, int timeout) {
    return TestCall.in(workspace, Map.of("command", command, "timeout", timeout));
  }

  private static List<Long> pidsIn(String text) {
    return Pattern.compile("(?m)^pid (\\d+)$")
        .matcher(text)
        .results()
        .map(found -> Long.parseLong(found.group(1)))
        .toList();
  }

  /// The system may take a moment to carry out a kill.
  private static void assertGone(long pid) {
    var never = new CountDownLatch(1);
    try {
      for (int i = 0; i < 200 && isRunning(pid); i++) {
        assertThat(never.await(10, TimeUnit.MILLISECONDS)).isFalse();
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
    assertThat(isRunning(pid)).as("process %d runs", pid).isFalse();
  }

  private static boolean isRunning(long pid) {
    return ProcessHandle.of(pid).map(ProcessTree::isRunning).orElse(false);
  }
}
