package dev.drover.cli.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Arguments and file names are UTF-8 in every locale, and the person's own locale is preserved.
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LocaleTest {
  private static final Path LAUNCHER = Path.of("..", "drover").toAbsolutePath().normalize();

  /// Prints an argument and a file name as a JVM sees them.
  public static final class Probe {
    private Probe() {}

    public static void main(String... args) {
      var name = Path.of(args[0] + ".txt").getFileName().toString();
      System.out.writeBytes(name.getBytes(StandardCharsets.UTF_8));
      System.out.flush();
    }
  }

  /// The part of the launcher that starts the program, with another program in its place.
  private static String launched(Path folder, String program, Map<String, String> environment)
      throws Exception {
    var bin = Files.createDirectories(folder.resolve("bin"));
    var java = Files.writeString(bin.resolve("java"), "#!/bin/sh\n" + program + "\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    var builder =
        new ProcessBuilder(
                "sh",
                "-c",
                // In octal, because this JVM may have another locale.
                "eval \"$(sed -n '/^run() {/,/^}/p' \"$1\")\"; JDK=$2; jar=x;"
                    + " run cache \"$(printf 'Gr\\303\\274\\303\\237e')\"",
                "sh",
                LAUNCHER.toString(),
                folder.toString())
            .redirectErrorStream(true);
    var variables = builder.environment();
    variables.keySet().removeIf(name -> name.startsWith("LC_") || name.startsWith("LANG"));
    variables.remove("DROVER_LC_ALL");
    variables.putAll(environment);
    var process = builder.start();
    process.getOutputStream().close();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({"LC_ALL,C", "LC_ALL,POSIX", "LANG,C", "LC_CTYPE,POSIX", "LANG,de_DE.ISO-8859-1"})
  void argumentsAndFileNamesAreUtf8InEveryLocale(
      String variable, String locale, @TempDir Path folder) throws Exception {
    var probe =
        "for last; do :; done; exec '%s' -cp '%s' '%s' \"$last\""
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                Path.of(Probe.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .toAbsolutePath(),
                Probe.class.getName());
    assertThat(launched(folder, probe, Map.of(variable, locale))).isEqualTo("Grüße.txt");
  }

  @Test
  void theLauncherKeepsThePersonsOwnLocale(@TempDir Path folder) throws Exception {
    var print = "echo \"$LC_ALL|$DROVER_LC_ALL|$LANG\"";
    assertThat(launched(folder, print, Map.of("LC_ALL", "de_DE.UTF-8", "LANG", "C")))
        .isEqualTo("C.UTF-8|de_DE.UTF-8|C\n");
    assertThat(launched(folder, print, Map.of("LANG", "de_DE.UTF-8")))
        .isEqualTo("C.UTF-8||de_DE.UTF-8\n");
    // A drover process started by a command of another one.
    assertThat(launched(folder, print, Map.of("LC_ALL", "C.UTF-8", "DROVER_LC_ALL", "C")))
        .isEqualTo("C.UTF-8|C|\n");
  }

  @Test
  void theProgramSeesThePersonsOwnLocale() {
    var given = new HashMap<>(Map.of("LC_ALL", "C.UTF-8", "LANG", "C", "DROVER_LC_ALL", ""));
    assertThat(CliEnvironment.own(given)).isEqualTo(Map.of("LANG", "C"));
    given.put("DROVER_LC_ALL", "POSIX");
    assertThat(CliEnvironment.own(given)).isEqualTo(Map.of("LANG", "C", "LC_ALL", "POSIX"));
    var untouched = Map.of("LC_ALL", "C");
    assertThat(CliEnvironment.own(untouched)).isEqualTo(untouched);
  }
}
