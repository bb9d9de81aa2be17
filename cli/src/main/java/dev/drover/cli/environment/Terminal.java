package dev.drover.cli.environment;

import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Whether the standard streams are terminals, and their capabilities.
///
/// @param inputIsTerminal whether standard input comes from a terminal
/// @param outputIsTerminal whether standard output goes to one
public record Terminal(boolean inputIsTerminal, boolean outputIsTerminal) {
  /// No terminal.
  public static final Terminal NONE = new Terminal(false, false);

  private static final int DEFAULT_WIDTH = 100;
  private static final int LEAST_WIDTH = 40;
  private static final int STTY_SECONDS = 1;

  static Terminal ofProcess() {
    return new Terminal(isTerminal(0), isTerminal(1));
  }

  /// Whether a person can be asked and can answer.
  public boolean isInteractive() {
    return inputIsTerminal && outputIsTerminal;
  }

  /// The JDK only knows whether input and output both are terminals; Linux knows each.
  private static boolean isTerminal(int descriptor) {
    try {
      var target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException elsewhere) {
      return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }
  }

  /// Whether to use colours. An explicit request enables them in a pipe too.
  public boolean showsColours(Map<String, String> environment) {
    boolean unwanted =
        !environment.getOrDefault("NO_COLOR", "").isEmpty()
            || environment.getOrDefault("TERM", "").equals("dumb");
    var forced = environment.getOrDefault("CLICOLOR_FORCE", "");
    return !unwanted && (outputIsTerminal || !(forced.isEmpty() || forced.equals("0")));
  }

  /// Whether characters outside ASCII can be shown. An unspecific locale is assumed to allow them.
  public boolean showsSigns(Map<String, String> environment) {
    for (var name : new String[] {"LC_ALL", "LC_CTYPE", "LANG"}) {
      var locale = environment.getOrDefault(name, "").toUpperCase(Locale.ROOT);
      if (!locale.isEmpty()) {
        return !outputIsTerminal || locale.contains("UTF-8") || locale.contains("UTF8");
      }
    }
    return true;
  }

  /// The number of columns of a line.
  public int width(Map<String, String> environment) {
    int told = number(environment.getOrDefault("COLUMNS", ""));
    int width = told > 0 || !outputIsTerminal ? told : measured();
    return width > 0 ? Math.max(LEAST_WIDTH, width) : DEFAULT_WIDTH;
  }

  private static int measured() {
    try {
      var stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(Path.of("/dev/tty").toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!stty.waitFor(STTY_SECONDS, TimeUnit.SECONDS)) {
        stty.destroyForcibly();
        return 0;
      }
      var answer = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return number(answer.substring(answer.indexOf(' ') + 1).strip());
    } catch (IOException unknown) {
      return 0;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  private static int number(String digits) {
    return digits.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(digits) : 0;
  }
}
