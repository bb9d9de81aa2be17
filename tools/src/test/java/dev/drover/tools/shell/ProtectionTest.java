package dev.drover.tools.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.tool.AgentTool.DataFlow;
import dev.drover.spi.tool.AgentTool.ToolIsolation;
import dev.drover.tools.TestCall;
import dev.drover.tools.sandbox.Sandbox;
import dev.drover.tools.sandbox.ShellOptions;
import dev.drover.tools.sandbox.ShellOptions.Confinement;
import dev.drover.tools.sandbox.ShellOptions.Network;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Tag("D12")
@Execution(ExecutionMode.CONCURRENT)
final class ProtectionTest {
  private static final Sandbox NONE = new Sandbox.Missing("no sandbox was ever built");
  private static final Sandbox SOME =
      new Sandbox.Bubblewrap(Path.of("/usr/bin/bwrap"), "bubblewrap 0.8.0", List.of());
  private static final DataFlow LEAVES = new DataFlow(DataFlow.Origin.OWN, DataFlow.Reach.LEAVES);

  @TempDir Path workspace;
  @AutoClose private final ShellTestSessions sessions = new ShellTestSessions();

  @Test
  void withoutARequiredSandboxNothingRuns() throws Exception {
    var bash = bash(ShellOptions.DEFAULT.confinement(Confinement.REQUIRED), NONE);
    assertThat(call("touch ran").failureOf(bash))
        .isEqualTo(
            "Nothing was run: commands must run in a sandbox here, and no sandbox was ever built."
                + " Tell the user.");
    assertThat(workspace.resolve("ran")).doesNotExist();
  }

  @Test
  void withoutAPreferredSandboxCommandsRunExposed() throws Exception {
    var bash = bash(ShellOptions.DEFAULT, NONE);
    assertThat(call("touch ran").answerOf(bash)).isEqualTo("[no output]\n");
    assertThat(workspace.resolve("ran")).exists();
    assertThat(bash.isolation()).isEqualTo(new ToolIsolation.Exposed("no sandbox was ever built"));
    assertThat(bash.dataFlow()).isEqualTo(LEAVES);
  }

  @Test
  void aFailingSandboxIsNotSkippedSilently() throws Exception {
    var broken = workspace.resolve("bwrap");
    Files.writeString(broken, "#!/bin/sh\necho 'bwrap: no room for walls' >&2\nexit 1\n");
    Files.setPosixFilePermissions(broken, PosixFilePermissions.fromString("rwx------"));
    var bash =
        bash(ShellOptions.DEFAULT, new Sandbox.Bubblewrap(broken, "bubblewrap 9", List.of()));
    assertThat(call("touch ran").failureOf(bash))
        .isEqualTo(
            "The sandbox could not be set up, so nothing was run: bwrap: no room for walls. Tell"
                + " the user.");
    assertThat(workspace.resolve("ran")).doesNotExist();
  }

  @Test
  void withTheSandboxOffCommandsAreExposed() {
    var bash = bash(ShellOptions.DEFAULT.confinement(Confinement.OFF), SOME);
    assertThat(bash.isolation())
        .isEqualTo(new ToolIsolation.Exposed("the sandbox for commands is turned off"));
    assertThat(bash.dataFlow()).isEqualTo(LEAVES);
  }

  @Test
  @Tag("E8")
  void onlyADisabledNetworkKeepsDataInside() {
    var cut = bash(ShellOptions.DEFAULT, SOME);
    assertThat(cut.isolation())
        .isEqualTo(
            new ToolIsolation.Sandboxed(
                "bubblewrap 0.8.0: writes only the workspace and /tmp, no network"));
    assertThat(cut.dataFlow()).isEqualTo(DataFlow.INSIDE);
    assertThat(new ProcessTool(cut).dataFlow()).isEqualTo(DataFlow.INSIDE);

    var open = bash(ShellOptions.DEFAULT.network(Network.OPEN), SOME);
    assertThat(open.isolation())
        .isEqualTo(
            new ToolIsolation.Sandboxed(
                "bubblewrap 0.8.0: writes only the workspace and /tmp, with network"));
    assertThat(open.dataFlow()).isEqualTo(LEAVES);
    assertThat(new ProcessTool(open).isolation()).isEqualTo(open.isolation());
  }

  private static BashTool bash(ShellOptions options, Sandbox machine) {
    return new BashTool(options, ShellTimeouts.DEFAULT, () -> machine);
  }

  private TestCall call(String command) {
    return sessions.call(workspace, Map.of("command", command));
  }
}
