package dev.drover.tools.shell;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A process of its own that sees to the end of a command and of all that it has started, also when
/// this one is killed. How it finds them is told in `guard.sh`.
///
/// Belongs to one thread.
final class Guard {
  private final BufferedWriter orders;
  private final BufferedReader answers;

  private Guard(Process process) {
    this.orders = process.outputWriter(StandardCharsets.US_ASCII);
    this.answers = process.inputReader(StandardCharsets.US_ASCII);
  }

  /// Starts before the command does, so that there is no time without a guard.
  static Guard start(Mark mark, List<String> detached) throws IOException {
    var line = new ArrayList<>(detached);
    line.addAll(List.of("sh", "-c", Script.GUARD.text(), "drover-guard", mark.text()));
    return new Guard(
        new ProcessBuilder(line)
            .directory(Path.of("/").toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  void watch(Process leader) {
    order("leader " + leader.pid());
  }

  /// Asks the command to end, and all that it has started. They have been asked when this returns,
  /// so that their time begins then, however busy the machine is.
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
      // Somebody has killed the guard. The end of the leader is then seen to by who waits for it.
    }
  }

  /// Ends them all, within a few seconds at most.
  ///
  /// @return how many of the command's processes were still running
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
