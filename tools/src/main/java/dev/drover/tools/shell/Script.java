package dev.drover.tools.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The parts that are written for `sh`. They are given to it as text, so there is no file that
/// somebody could change.
enum Script {
  GUARD("guard.sh"),
  LEADER("leader.sh"),
  RUNNER("runner.sh");

  private final String text;

  Script(String name) {
    try (var file = Script.class.getResourceAsStream(name)) {
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
