package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The store of another user, in a folder that is read-only for this one, can be inspected.
@Tag("J4")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class OtherUsersStoreTest {
  private static final int NOBODY = 65_534;

  @TempDir Path place;

  private static void giveAway(Path path, String mode) throws IOException {
    Files.setAttribute(path, "unix:uid", NOBODY);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  /// Runs as root without its file privileges: another user could not read the class path.
  private static List<String> asAnotherUser(Path folder, Path home, String... args)
      throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(
                "setpriv",
                "--bounding-set=-dac_override,-dac_read_search,-fowner,-chown",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.drover.cli.Main"));
    command.addAll(List.of(args));
    command.addAll(List.of("--workspace", folder.toString()));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("DROVER_"));
    builder.environment().put("HOME", home.toString());
    builder.environment().put("XDG_CONFIG_HOME", home.toString());
    var process = builder.start();
    process.getOutputStream().close();
    var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return List.of(String.valueOf(process.waitFor()), out);
  }

  @Test
  void allReadOnlyCommandsWork() throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "there is no setpriv here");
    assumeTrue("root".equals(System.getProperty("user.name")), "only root becomes another user");
    var cli = new CliFixture(place).write("s.yaml", CliScripts.LOOK);
    assertThat(cli.call("run", "--script", "s.yaml", "--session", "a", "look").exit()).isZero();
    var looks =
        List.of(
            List.of("sessions"),
            List.of("runs", "a"),
            List.of("show", "a"),
            List.of("events", "a", "--json"),
            List.of("export", "a"));
    var expected =
        looks.stream().map(words -> cli.call(words.toArray(String[]::new)).out()).toList();
    var kept = cli.folder().resolve(".drover");
    giveAway(kept.resolve("drover.db"), "r--r--r--");
    giveAway(kept, "r-xr-xr-x");
    giveAway(cli.folder(), "r-xr-xr-x");
    var home = Files.createDirectories(place.resolve("elsewhere"));
    for (int i = 0; i < looks.size(); i++) {
      var words = looks.get(i).toArray(String[]::new);
      assertThat(asAnotherUser(cli.folder(), home, words))
          .as("%s", looks.get(i))
          .containsExactly("0", expected.get(i));
    }
    assertThat(asAnotherUser(cli.folder(), home, "doctor").getLast())
        .contains("1 session; checked: tables", "not writable");
  }
}
