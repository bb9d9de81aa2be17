package dev.drover.cli.host;

import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Whether a person is at the other end of the streams, and what their screen can show.
///
/// @param reads whether standard input comes from a terminal
/// @param writes whether standard output goes to one
public record Terminal(boolean reads, boolean writes) {
  /// Nobody is there.
  public static final Terminal NONE = new Terminal(false, false);

  private static final int DEFAULT_WIDTH = 100;
  private static final int LEAST_WIDTH = 40;
  private static final int STTY_SECONDS = 1;

  static Terminal ofProcess() {
    return new Terminal(isTerminal(0), isTerminal(1));
  }

  /// A question can be put to a person, and be answered.
  public boolean asks() {
    return reads && writes;
  }

  /// The JDK can only tell whether input and output both are terminals; Linux knows each.
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

  /// Colours, unless somebody does not want them. Asked for explicitly they go into a pipe too.
  public boolean showsColours(Map<String, String> environment) {
    boolean unwanted =
        !environment.getOrDefault("NO_COLOR", "").isEmpty()
            || environment.getOrDefault("TERM", "").equals("dumb");
    var forced = environment.getOrDefault("CLICOLOR_FORCE", "");
    return !unwanted && (writes || !(forced.isEmpty() || forced.equals("0")));
  }

  /// Whether signs outside ASCII can be shown. A locale that says nothing is believed to be modern.
  public boolean showsSigns(Map<String, String> environment) {
    for (var name : new String[] {"LC_ALL", "LC_CTYPE", "LANG"}) {
      var locale = environment.getOrDefault(name, "").toUpperCase(Locale.ROOT);
      if (!locale.isEmpty()) {
        return !writes || locale.contains("UTF-8") || locale.contains("UTF8");
      }
    }
    return true;
  }

  /// How many columns a line may take.
  public int width(Map<String, String> environment) {
    int told = number(environment.getOrDefault("COLUMNS", ""));
    int width = told > 0 || !writes ? told : measured();
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
