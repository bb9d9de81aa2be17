package dev.drover.tools.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The parts that are written for `sh`. They are passed as text, so there is no file that could be
/// modified.
enum ShellScript {
  GUARD("guard.sh"),
  LEADER("leader.sh"),
  RUNNER("runner.sh");

  private final String text;

  ShellScript(String name) {
    try (var file = ShellScript.class.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalStateException(name + " is missing in the jar of the tools");
      }
      text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  String text() {
    return text;
  }
}
