package dev.drover.tools.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.drover.tools.sandbox.Sandbox.CommandPaths;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("D12")
final class BubblewrapArgumentsTest {
  @TempDir Path place;
  private final PrivateTempFolder outside = VisibleFolders.create();

  @AfterEach
  void clear() {
    outside.close();
  }

  @Test
  void keysAndCredentialsOfTheHomeCannotBeRead() throws Exception {
    var home = home();
    var workspace = Files.createDirectories(place.toRealPath().resolve("work"));
    assertThat(run(new CommandPaths(workspace, temp(), home, List.of()), readAll(home)))
        .isEqualTo("readable\n");
  }

  @Test
  void keysAndCredentialsCannotBeReadIfTheHomeIsTheWorkspace() throws Exception {
    var home = home();
    assertThat(run(new CommandPaths(home, temp(), home, List.of()), readAll(home) + "; touch made"))
        .isEqualTo("readable\n");
    assertThat(home.resolve("made")).exists();
  }

  @Test
  void onlyTheWorkspaceIsVisibleInsideAHiddenFolder() throws Exception {
    var home = home();
    var workspace = Files.createDirectories(home.resolve(".ssh/work"));
    assertThat(
            run(
                new CommandPaths(workspace, temp(), home, List.of()),
                "touch made; " + readAll(home)))
        .isEqualTo("readable\n");
    assertThat(workspace.resolve("made")).exists();
  }

  @Test
  void aMissingProgramIsReportedWithARemedy() {
    assertThat(SandboxDetector.detect(Map.of("PATH", place.toString())).report())
        .isEqualTo(
            new SandboxReport.IsMissing(
                "bubblewrap is not installed; install the package bubblewrap (Debian, Ubuntu,"
                    + " Fedora, Arch), it needs Linux"));
  }

  @Test
  void anInstalledButForbiddenSandboxCountsAsMissing() throws Exception {
    var program = place.resolve("bwrap");
    Files.writeString(
        program,
        """
        #!/bin/sh
        [ "$1" = --version ] && echo bubblewrap 0.8.0 && exit
        echo "bwrap: No permissions to create new namespace" >&2
        exit 1
        """);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    assertThat(SandboxDetector.detect(Map.of("PATH", place.toString())).report())
        .isEqualTo(
            new SandboxReport.IsMissing(
                "bubblewrap 0.8.0 is installed but does not work here (bwrap: No permissions to"
                    + " create new namespace); allow user namespaces, or the container around this"
                    + " process to make them"));
  }

  @Test
  void aSandboxThatConfinesNothingCountsAsMissing() throws Exception {
    var program = place.resolve("bwrap");
    Files.writeString(
        program,
        """
        #!/bin/sh
        while [ "$1" != -- ] && [ $# -gt 0 ]; do shift; done
        shift
        exec "$@"
        """);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    assumeTrue(Files.isWritable(Path.of("/etc")), "needs to be root");
    assertThat(SandboxDetector.detect(Map.of("PATH", place.toString())))
        .isInstanceOf(Sandbox.Missing.class);
  }

  private Path temp() throws Exception {
    return Files.createDirectories(place.toRealPath().resolve("temp"));
  }

  /// Has a secret folder, a secret file, a secret file in an ordinary folder, and a file that is
  /// not secret.
  private Path home() throws Exception {
    var home = outside.folder();
    for (var name :
        List.of(".ssh/id_ed25519", ".netrc", ".config/gcloud/token", ".m2/settings.xml")) {
      Files.createDirectories(home.resolve(name).getParent());
      Files.writeString(home.resolve(name), "secret\n");
    }
    Files.createDirectories(home.resolve(".local/bin"));
    Files.writeString(home.resolve(".local/bin/tool"), "readable\n");
    return home;
  }

  private static String readAll(Path home) {
    return "find %s -type f -exec cat {} + 2>/dev/null; cat %s/.netrc 2>/dev/null; true"
        .formatted(home, home);
  }

  private static String run(CommandPaths paths, String command) throws Exception {
    return SandboxProbe.run(paths, ShellOptions.DEFAULT, "sh", "-c", command);
  }
}
