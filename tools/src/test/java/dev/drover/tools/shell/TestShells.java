package dev.drover.tools.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.drover.tools.sandbox.Sandbox;
import dev.drover.tools.sandbox.ShellOptions;
import dev.drover.tools.sandbox.ShellOptions.Confinement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Shells for tests, and the processes of this machine as the system reports them.
final class TestShells {
  /// All timeouts related to the end are short.
  static final ShellTimeouts SHORT =
      new ShellTimeouts(
          Duration.ofSeconds(2),
          Duration.ofSeconds(60),
          Duration.ofSeconds(10),
          Duration.ofMillis(300),
          Duration.ofMillis(250),
          Duration.ofMillis(500));

  private TestShells() {}

  static BashTool bash(Confinement confinement) {
    return bash(confinement, ShellTimeouts.DEFAULT);
  }

  static BashTool bash(Confinement confinement, ShellTimeouts times) {
    return bash(ShellOptions.DEFAULT.confinement(confinement), times);
  }

  static BashTool bash(ShellOptions options, ShellTimeouts times) {
    if (options.confinement() != Confinement.OFF) {
      needSandbox();
    }
    return new BashTool(options, times, Sandbox::ofThisMachine);
  }

  static void needSandbox() {
    if (Sandbox.ofThisMachine() instanceof Sandbox.Missing(var why)) {
      assumeTrue(false, "needs a sandbox, but " + why);
    }
  }

  /// The host's ids of processes with these words in their command line, as seen outside any
  /// sandbox.
  static List<Long> running(String words) throws IOException {
    try (var all = Files.list(Path.of("/proc"))) {
      return all.map(each -> each.getFileName().toString())
          .filter(name -> name.matches("\\d+"))
          .filter(name -> commandLine(name).startsWith(words))
          .map(Long::parseLong)
          .toList();
    }
  }

  private static String commandLine(String pid) {
    try {
      // The command line of a zombie is empty.
      return Files.readString(Path.of("/proc", pid, "cmdline")).replace('\0', ' ');
    } catch (IOException _) {
      return "";
    }
  }

  static void assertNoneRuns(String words) throws Exception {
    var never = new CountDownLatch(1);
    for (int i = 0; i < 200 && !running(words).isEmpty(); i++) {
      assertThat(never.await(10, TimeUnit.MILLISECONDS)).isFalse();
    }
    assertThat(running(words)).as("processes '%s'", words).isEmpty();
  }
}
