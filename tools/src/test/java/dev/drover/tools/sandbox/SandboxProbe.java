package dev.drover.tools.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.drover.tools.sandbox.Sandbox.CommandPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs a command in a sandbox and returns its output, error output included.
final class SandboxProbe {
  private SandboxProbe() {}

  static String run(CommandPaths paths, ShellOptions options, String... command) throws Exception {
    if (!(Sandbox.ofThisMachine() instanceof Sandbox.Bubblewrap bubblewrap)) {
      assumeTrue(false, "needs a sandbox, but " + Sandbox.ofThisMachine().report());
      return "";
    }
    var line = new ArrayList<>(bubblewrap.commandPrefix(paths, options));
    line.addAll(List.of(command));
    var process = new ProcessBuilder(line).redirectErrorStream(true).start();
    var output = process.inputReader().readAllAsString();
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    return output;
  }
}
