package dev.drover.tools.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.drover.tools.sandbox.Sandbox.CommandPaths;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// Real sockets of this process, and attempts to connect to them from a sandbox.
@Tag("D12")
@Isolated
final class HiddenSocketsTest {
  private static final Path PYTHON = Path.of("/usr/bin/python3");

  /// Prints each path that accepts a connection.
  private static final String CONNECT =
      """
      import socket, sys
      for path in sys.argv[1:]:
          try:
              socket.socket(socket.AF_UNIX).connect(path)
              print(path)
          except OSError:
              pass
      """;

  @TempDir Path place;
  private final PrivateTempFolder outside = VisibleFolders.create();
  private final List<ServerSocketChannel> servers = new ArrayList<>();
  private final List<Path> paths = new ArrayList<>();

  @BeforeEach
  void needPython() {
    assumeTrue(Files.isExecutable(PYTHON), "needs python3");
  }

  @AfterEach
  void clear() throws Exception {
    for (var server : servers) {
      server.close();
    }
    for (var path : paths) {
      Files.deleteIfExists(path);
    }
    outside.close();
  }

  @Test
  void noSocketOutsideTheWorkspaceAcceptsConnections() throws Exception {
    var home = Files.createDirectories(outside.folder().resolve("home"));
    var writable = Files.createDirectories(outside.folder().resolve("cache/deep"));
    listen(outside.folder().resolve("a.sock"));
    listen(Files.createDirectories(home.resolve(".gradle/caches")).resolve("daemon"));
    listen(home.resolve("agent"));
    listen(writable.resolve("s"));
    for (var folder : List.of("/opt", "/srv", "/var/lib", "/var/spool", "/var/log", "/usr/local")) {
      if (Files.isWritable(Path.of(folder))) {
        listen(Path.of(folder, "drover-test-%d.sock".formatted(ProcessHandle.current().pid())));
      }
    }
    var workspace = Files.createDirectories(place.toRealPath().resolve("work"));
    var own = listen(workspace.resolve("own.sock"));
    var temp = Files.createDirectories(place.toRealPath().resolve("temp"));
    var options = ShellOptions.DEFAULT.writing(Objects.requireNonNull(writable.getParent()));
    assertThat(reached(new CommandPaths(workspace, temp, home, List.of()), options))
        .isEqualTo(own + "\n");
    assertThat(
            SandboxProbe.run(
                new CommandPaths(workspace, temp, home, List.of()),
                options,
                "sh",
                "-c",
                "mv %s %s/x".formatted(writable, writable.getParent())))
        .contains("busy");
  }

  private Path listen(Path path) throws Exception {
    var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    servers.add(server);
    server.bind(UnixDomainSocketAddress.of(path));
    paths.add(path);
    return path;
  }

  private String reached(CommandPaths commandPaths, ShellOptions options) throws Exception {
    var line = new ArrayList<>(List.of(PYTHON.toString(), "-c", CONNECT));
    paths.forEach(path -> line.add(path.toString()));
    return SandboxProbe.run(commandPaths, options, line.toArray(String[]::new));
  }
}
