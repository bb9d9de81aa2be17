package dev.drover.cli.provider;

import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.CliRefusal;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A program that prints a key, such as a vault client. Its output is never repeated, not even in
/// errors.
///
/// @param setting that names the program, for messages: `keyCommand of office`
public record SecretCommand(String setting, List<String> words) {
  /// Not a workspace, where a stranger's program may lie.
  private static final Path ROOT = Path.of("/");

  private static final int SECONDS = 10;
  private static final int LONGEST = 16 * 1024;

  public SecretCommand {
    words = List.copyOf(words);
  }

  /// @throws CliRefusal if it prints no key
  public String run(CliEnvironment host) {
    Process process;
    try {
      process = start(host);
    } catch (IOException notStarted) {
      throw failed("cannot be started");
    }
    try {
      var printed = new FutureTask<>(() -> process.getInputStream().readNBytes(LONGEST));
      Thread.ofVirtual().name("drover-key-command").start(printed);
      var key = new String(printed.get(SECONDS, TimeUnit.SECONDS), StandardCharsets.UTF_8).strip();
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        throw failed("did not end within %d s".formatted(SECONDS));
      }
      if (process.exitValue() != 0) {
        throw failed("ended with " + process.exitValue());
      }
      if (key.isEmpty() || key.lines().count() != 1) {
        throw failed("did not print one line with a key");
      }
      return key;
    } catch (TimeoutException late) {
      throw failed("did not end within %d s".formatted(SECONDS));
    } catch (ExecutionException unreadable) {
      throw failed("could not be read");
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw failed("was interrupted");
    } finally {
      process.destroyForcibly();
    }
  }

  private Process start(CliEnvironment host) throws IOException {
    var program =
        new ProcessBuilder(words)
            .directory(host.knownHome().orElse(ROOT).toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    program.environment().clear();
    program.environment().putAll(host.environment());
    return program.start();
  }

  private CliRefusal failed(String how) {
    return CliRefusal.failed(
        "key_command_failed",
        "the %s (%s) %s".formatted(setting, words.getFirst(), how),
        "Run it by hand: it must print the key and nothing else.");
  }
}
