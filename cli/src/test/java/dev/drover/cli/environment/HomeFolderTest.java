package dev.drover.cli.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.testkit.VirtualTime;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The person's own files are in the configured home, and never below the working folder.
@Tag("J4")
class HomeFolderTest {
  @TempDir Path known;

  private static CliEnvironment host(Map<String, String> environment, Path home) {
    var nothing = new PrintStream(OutputStream.nullOutputStream());
    var streams = new StandardStreams(InputStream.nullInputStream(), nothing, nothing);
    return new CliEnvironment(
        environment,
        Path.of("/work"),
        home,
        "ada",
        streams,
        Terminal.NONE,
        new VirtualTime(),
        _ -> {});
  }

  @Test
  void homeIsReadFromTheEnvironment() {
    assertThat(CliEnvironment.home(Map.of("HOME", "/home/ada"), known.toString()))
        .isEqualTo(Path.of("/home/ada"));
    assertThat(CliEnvironment.home(Map.of(), known.toString())).isEqualTo(known);
    assertThat(CliEnvironment.home(Map.of("HOME", ""), known.toString())).isEqualTo(known);
  }

  @Test
  void anUnknownHomeIsNotTakenFromTheWorkspace() {
    for (var unknown : new String[] {"?", "", "/there/is/no/such/folder"}) {
      var host = host(Map.of(), CliEnvironment.home(Map.of(), unknown));
      assertThat(host.knownHome()).isEmpty();
      assertThat(host.personalFolder()).isEmpty();
    }
    var relative = host(Map.of(), CliEnvironment.home(Map.of("HOME", "."), known.toString()));
    assertThat(relative.personalFolder()).isEmpty();
  }

  @Test
  void xdgConfigHomeIsHonoured() {
    var home = Path.of("/home/ada");
    assertThat(host(Map.of(), home).personalFolder()).contains(home.resolve(".config/drover"));
    assertThat(host(Map.of("XDG_CONFIG_HOME", "/etc/ada"), home).personalFolder())
        .contains(Path.of("/etc/ada/drover"));
    assertThat(host(Map.of("XDG_CONFIG_HOME", "conf"), home).personalFolder())
        .contains(home.resolve(".config/drover"));
    assertThat(host(Map.of("XDG_CONFIG_HOME", "conf"), Path.of("?")).personalFolder()).isEmpty();
  }
}
