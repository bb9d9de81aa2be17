package dev.drover.tools.shell;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A separate process that ends a command and all its descendants, even when this process is
/// killed. `guard.sh` describes how it finds them.
///
/// Belongs to one thread.
final class ProcessGuard {
  private final BufferedWriter orders;
  private final BufferedReader answers;

  private ProcessGuard(Process process) {
    this.orders = process.outputWriter(StandardCharsets.US_ASCII);
    this.answers = process.inputReader(StandardCharsets.US_ASCII);
  }

  /// Starts before the command, so that the command never runs without a guard.
  static ProcessGuard start(ProcessMarker mark, List<String> detached) throws IOException {
    var line = new ArrayList<>(detached);
    line.addAll(List.of("sh", "-c", ShellScript.GUARD.text(), "drover-guard", mark.text()));
    return new ProcessGuard(
        new ProcessBuilder(line)
            .directory(Path.of("/").toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  void watch(Process leader) {
    order("leader " + leader.pid());
  }

  /// Asks the command and its descendants to end. All of them have been asked when this returns, so
  /// that their grace period starts then, however busy the machine is.
  void term() {
    order("term");
    try {
      answers.readLine();
    } catch (IOException _) {
      // As below.
    }
  }

  private void order(String line) {
    try {
      orders.write(line);
      orders.newLine();
      orders.flush();
    } catch (IOException _) {
      // The guard was killed. The waiting thread then ends the leader.
    }
  }

  /// Kills all of them, within a few seconds at most.
  ///
  /// @return number of the command's processes that were still running
  int kill() {
    try {
      orders.close();
    } catch (IOException _) {
      // As above.
    }
    try (answers) {
      return Integer.parseInt(answers.readAllAsString().strip());
    } catch (IOException | NumberFormatException _) {
      return 0;
    }
  }
}
