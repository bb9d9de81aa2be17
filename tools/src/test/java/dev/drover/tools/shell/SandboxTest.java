package dev.drover.tools.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.drover.conformance.ToolTestSession;
import dev.drover.tools.TestCall;
import dev.drover.tools.sandbox.PrivateTempFolder;
import dev.drover.tools.sandbox.ShellOptions;
import dev.drover.tools.sandbox.ShellOptions.Confinement;
import dev.drover.tools.sandbox.VisibleFolders;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Attempts to break out of the sandbox from inside.
@Tag("D12")
@Execution(ExecutionMode.CONCURRENT)
final class SandboxTest {
  private static final ShellOptions REQUIRED =
      ShellOptions.DEFAULT.confinement(Confinement.REQUIRED);

  @TempDir Path workspace;
  @AutoClose private final ShellTestSessions sessions = new ShellTestSessions();
  private final PrivateTempFolder outside = VisibleFolders.create();
  private final PrivateTempFolder elsewhere = newTemp();
  private final BashTool bash = TestShells.bash(REQUIRED, ShellTimeouts.DEFAULT);

  private static PrivateTempFolder newTemp() {
    try {
      return PrivateTempFolder.create();
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  @BeforeEach
  void createFiles() throws Exception {
    workspace = workspace.toRealPath();
    Files.writeString(outside.folder().resolve("file"), "precious");
    Files.writeString(elsewhere.folder().resolve("file"), "precious");
    Files.createDirectory(workspace.resolve(".drover"));
    Files.writeString(workspace.resolve(".drover/drover.db"), "journal");
    assertThat(new ProcessBuilder("git", "init", "-q", workspace.toString()).start().waitFor())
        .isZero();
  }

  @AfterEach
  void clear() {
    outside.close();
    elsewhere.close();
  }

  /// @param command must fail; OUT, TMP and JVM stand for folders of the host and this process
  private record Attempt(String what, String command) {}

  private static Stream<Attempt> attempts() {
    return Stream.of(
        new Attempt("sockets of services", "ls -A /run | grep ."),
        new Attempt("writing outside", "echo x > OUT/new"),
        new Attempt("changing outside", "echo x >> OUT/file"),
        new Attempt("deleting outside", "rm -f OUT/file"),
        new Attempt("changing rights outside", "chmod 777 OUT/file"),
        new Attempt("a link to outside", "ln -s OUT link; echo x > link/new"),
        new Attempt("a hard link to outside", "ln OUT/file hard"),
        new Attempt("a hard link to the store", "ln .drover/drover.db hard"),
        new Attempt("the host's /tmp", "cat TMP/file"),
        new Attempt("the root of the first process", "echo x > /proc/1/root/OUT/new"),
        new Attempt("its own root", "echo x > /proc/self/root/OUT/new"),
        new Attempt("the way up", "cd /proc/self/cwd/../../../../..OUT && echo x > new"),
        new Attempt(
            "settings of the kernel",
            "v=$(cat /proc/sys/vm/swappiness) && echo $v > /proc/sys/vm/swappiness"),
        new Attempt("seeing this process", "ls /proc/JVM"),
        new Attempt("its environment", "cat /proc/JVM/environ"),
        new Attempt("signalling it", "kill -0 JVM"),
        new Attempt("seeing any process of the host", "grep -lx java /proc/[0-9]*/comm"),
        new Attempt("mounting", "mount -t tmpfs none /mnt"),
        new Attempt("mounting for writing", "mount -o remount,rw,bind / / && echo x > OUT/new"),
        new Attempt("uncovering the store", "umount .drover"),
        new Attempt("a mount namespace", "unshare -m true"),
        new Attempt("a user namespace", "unshare -Ur true"),
        new Attempt("another root", "chroot / true"),
        new Attempt("turning the root", "mkdir o && pivot_root . o"),
        new Attempt("entering a namespace", "nsenter -t 1 -m true"),
        new Attempt("making a device", "mknod disk b 8 0"),
        new Attempt("memory and disks", "ls /dev/mem /dev/kmem /dev/sda /dev/vda"),
        new Attempt("capabilities", "grep -E '^Cap(Eff|Prm|Bnd):.*[1-9a-f]' /proc/self/status"),
        new Attempt("gaining rights", "grep -E '^NoNewPrivs:.0' /proc/self/status"),
        new Attempt("becoming another user", "su -s /bin/sh -c true nobody"),
        new Attempt("names in the network", "getent hosts example.com"),
        new Attempt("reading the store", "cat .drover/drover.db"),
        new Attempt("finding the store", "ls -A .drover | grep ."),
        new Attempt("writing to the store", "echo x > .drover/new"),
        new Attempt("moving the store away", "mv .drover away"),
        new Attempt("deleting the store", "rm -rf .drover"),
        new Attempt("making a hook", "mkdir -p .git/hooks; echo x > .git/hooks/pre-commit"),
        new Attempt("setting a hook", "git config core.hooksPath evil"),
        new Attempt("another common folder", "mkdir evil; echo ../evil > .git/commondir"),
        new Attempt("moving the repository away", "mv .git away; mkdir .git"),
        new Attempt("deleting the repository", "rm -rf .git"),
        new Attempt("a repository over it", "ln -sfn away .git; mv -T away .git"),
        new Attempt("the host's password file", "cat /etc/shadow"));
  }

  /// In one sandbox, one after the other, each in a shell of its own.
  @Test
  void breakingOutFails() throws Exception {
    var before = contents();
    var script = new StringBuilder("PATH=$PATH:/usr/sbin:/sbin\n");
    var attempts = attempts().toList();
    for (var attempt : attempts) {
      var command =
          attempt
              .command()
              .replace("OUT", outside.folder().toString())
              .replace("TMP", elsewhere.folder().toString())
              .replace("JVM", Long.toString(ProcessHandle.current().pid()));
      script.append("(%s) >/dev/null 2>&1\necho $?\n".formatted(command));
    }
    var codes = answerTo(script.toString()).lines().toList();
    assertThat(codes).hasSameSizeAs(attempts);
    var all = new SoftAssertions();
    for (int i = 0; i < codes.size(); i++) {
      // 127: a missing program proves nothing.
      all.assertThat(codes.get(i)).as(attempts.get(i).what()).isNotIn("0", "127");
    }
    all.assertThat(contents()).isEqualTo(before);
    all.assertAll();
  }

  /// Everything that must stay unchanged, as the host sees it.
  private Map<Path, String> contents() throws IOException {
    var contents = new TreeMap<Path, String>();
    for (var folder : List.of(outside.folder(), elsewhere.folder(), git(), store())) {
      try (var all = Files.walk(folder)) {
        for (var path : all.toList()) {
          contents.put(path, Files.isRegularFile(path) ? Files.readString(path) : "a folder");
        }
      }
    }
    return contents;
  }

  private Path git() {
    return workspace.resolve(".git");
  }

  private Path store() {
    return workspace.resolve(".drover");
  }

  @Test
  void aServerOnThisMachineCannotBeReached() throws Exception {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var connect = "exec 3<>/dev/tcp/127.0.0.1/%d && echo in".formatted(server.getLocalPort());
      assertThat(answerTo(connect)).contains("[exit code 1]").doesNotContain("in\n");
      var open =
          TestShells.bash(REQUIRED.network(ShellOptions.Network.OPEN), ShellTimeouts.DEFAULT);
      assertThat(call(connect).answerOf(open)).isEqualTo("in\n");
    }
  }

  @Test
  void aSocketWithoutAFileCannotBeReached() throws Exception {
    var name = "drover-test-" + ProcessHandle.current().pid();
    var listen =
        "import socket,sys; s=socket.socket(socket.AF_UNIX); s.bind('\\0%s'); s.listen(); print(1, flush=True); sys.stdin.read()"
            .formatted(name);
    var connect = "import socket; socket.socket(socket.AF_UNIX).connect('\\0%s')".formatted(name);
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")), "needs python3");
    var server = new ProcessBuilder("/usr/bin/python3", "-c", listen).start();
    try {
      assertThat(server.inputReader().readLine()).isEqualTo("1");
      assertThat(answerTo("python3 -c \"%s\"".formatted(connect))).contains("refused");
      assertThat(new ProcessBuilder("/usr/bin/python3", "-c", connect).start().waitFor()).isZero();
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void commonDeveloperCommandsWork() throws Exception {
    Files.writeString(workspace.resolve("Makefile"), "all:\n\t@echo made > made\n\t@cat made\n");
    assertThat(answerTo("make")).isEqualTo("made\n");
    assertThat(workspace.resolve("made")).hasContent("made");
    assertThat(answerTo("git status --short")).isEqualTo("?? Makefile\n?? made\n");
    assertThat(answerTo("java -version 2>&1 | grep -c version")).isEqualTo("1\n");
    assertThat(answerTo("echo $TERM $TMPDIR $XDG_CACHE_HOME; ls ~ >/dev/null"))
        .isEqualTo("dumb /tmp /tmp/.cache\n");
    assertThat(answerTo("python3 -c 'import tempfile; print(tempfile.gettempdir())'"))
        .isEqualTo("/tmp\n");
  }

  @Test
  void filesInTempOutliveTheCommandButNotTheSession() throws Exception {
    var session = new ToolTestSession(workspace);
    TestCall.in(session, Map.of("command", "echo kept > /tmp/a")).answerOf(bash);
    assertThat(TestCall.in(session, Map.of("command", "cat /tmp/a")).answerOf(bash))
        .isEqualTo("kept\n");
    session.close();
    assertThat(answerTo("cat /tmp/a")).contains("No such file");
  }

  @Test
  void aCommandMayCommitIfTheHostAllowsIt() throws Exception {
    var commits = TestShells.bash(REQUIRED.git(ShellOptions.Git.COMMITS), ShellTimeouts.DEFAULT);
    var commit =
        "touch f && git add f && git -c user.name=a -c user.email=a@b commit -qm first"
            + " && git log --format=%s";
    assertThat(call(commit).answerOf(commits)).isEqualTo("first\n");
    for (var evil :
        List.of(
            "echo x > .git/hooks/pre-commit",
            "mv .git/hooks .git/old",
            "git config a.b c",
            "mv .git away")) {
      assertThat(call(evil).answerOf(commits)).as(evil).contains("[exit code ");
    }
    assertThat(git().resolve("hooks/pre-commit")).doesNotExist();
  }

  @Test
  void aRepositoryNamedInAGitFileIsProtectedToo() throws Exception {
    var real = Files.move(git(), workspace.resolve("real"));
    Files.writeString(git(), "gitdir: real\n");
    assertThat(answerTo("git status --short")).isEqualTo("?? real/\n");
    for (var evil :
        List.of(
            "echo x > real/hooks/pre-commit",
            "echo gitdir: evil > .git",
            "mv .git x",
            "mv real x")) {
      assertThat(answerTo(evil)).as(evil).contains("[exit code 1]");
    }
    assertThat(real.resolve("hooks/pre-commit")).doesNotExist();
  }

  @Test
  void nothingRunsIfTheRepositoryIsALink() throws Exception {
    Files.move(git(), workspace.resolve("real"));
    Files.createSymbolicLink(git(), Path.of("real"));
    assertThat(call("touch ran").failureOf(bash))
        .isEqualTo(
            ("Nothing was run, because it could not be protected: %s is a symbolic link, which a"
                    + " sandbox cannot protect. The user can replace it by a file with the line"
                    + " 'gitdir: PATH'. Tell the user.")
                .formatted(git()));
    assertThat(workspace.resolve("ran")).doesNotExist();
  }

  @Test
  void nothingRunsIfTheWorkspaceIsTheRootFolder() throws Exception {
    assertThat(sessions.call(Path.of("/"), Map.of("command", "true")).failureOf(bash))
        .isEqualTo(
            "Nothing was run, because it could not be protected: the whole file system cannot be"
                + " opened for writing. The user can choose a folder in it. Tell the user.");
  }

  @Test
  void theHostConfiguresHiddenAndWritablePaths() throws Exception {
    Files.createDirectories(workspace.resolve("a/b"));
    Files.writeString(workspace.resolve("a/b/secret"), "hidden");
    var shell =
        TestShells.bash(
            REQUIRED.hiding(workspace.resolve("a/b")).writing(outside.folder()),
            ShellTimeouts.DEFAULT);
    assertThat(call("cat a/b/secret").answerOf(shell)).contains("[exit code 1]");
    assertThat(call("mv a x").answerOf(shell)).contains("[exit code 1]");
    assertThat(call("echo more > %s/file".formatted(outside.folder())).answerOf(shell))
        .isEqualTo("[no output]\n");
    assertThat(outside.folder().resolve("file")).hasContent("more");
  }

  @Test
  @Tag("J4")
  void configurationThatControlsAgentsCannotBeChanged() throws Exception {
    Files.createDirectories(workspace.resolve(".claude/agents"));
    Files.writeString(workspace.resolve(".claude/agents/a.md"), "old");
    Files.createDirectories(workspace.resolve("conf"));
    Files.writeString(workspace.resolve("conf/real.yaml"), "old");
    Files.createSymbolicLink(workspace.resolve("drover.yaml"), Path.of("conf/real.yaml"));
    Files.writeString(workspace.resolve(".mcp.json"), "old");
    for (var command :
        List.of(
            "echo new > .claude/agents/a.md",
            "echo new > .claude/agents/b.md",
            "rm .claude/agents/a.md",
            "mv .claude c",
            "echo new > drover.yaml",
            "echo new > conf/real.yaml",
            "mv conf c",
            "cp /etc/passwd .mcp.json",
            "rm -f .mcp.json",
            "ln -f /etc/passwd .mcp.json")) {
      assertThat(answerTo(command)).as(command).contains("[exit code 1]");
    }
    assertThat(answerTo("cat .claude/agents/* drover.yaml .mcp.json")).isEqualTo("oldoldold\n");
    assertThat(workspace.resolve("conf/real.yaml")).hasContent("old");
    assertThat(workspace.resolve(".claude/agents/b.md")).doesNotExist();
  }

  @Test
  void aFolderStaysHiddenWhenAFileInItIsNamedToo() throws Exception {
    var store = workspace.resolve(".drover/drover.db");
    Files.writeString(workspace.resolve(".drover/other"), "kept");
    var shell = TestShells.bash(REQUIRED.hiding(store), ShellTimeouts.DEFAULT);
    assertThat(call("ls -A .drover; echo x > .drover/new").answerOf(shell))
        .doesNotContain("other", "drover.db")
        .contains("[exit code 1]");
    assertThat(workspace.resolve(".drover/new")).doesNotExist();
  }

  @Test
  void severalHiddenPathsInOneFolderAreAllHidden() throws Exception {
    Files.createDirectories(workspace.resolve("a"));
    Files.writeString(workspace.resolve("a/one"), "first");
    Files.writeString(workspace.resolve("a/two"), "second");
    var shell =
        TestShells.bash(
            REQUIRED.hiding(workspace.resolve("a/one")).hiding(workspace.resolve("a/two")),
            ShellTimeouts.DEFAULT);
    assertThat(call("cat a/one a/two; mv a b").answerOf(shell))
        .doesNotContain("first", "second")
        .contains("[exit code 1]");
  }

  private String answerTo(String command) throws Exception {
    return call(command).answerOf(bash);
  }

  private TestCall call(String command) {
    return sessions.call(workspace, Map.of("command", command));
  }
}
