package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Block;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Drover;
import dev.drover.runtime.policy.Policy;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.tools.WorkspaceTools;
import dev.drover.tools.sandbox.ShellOptions;
import dev.drover.tools.sandbox.ShellOptions.Confinement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// A program of its own that runs one command, and is killed inside it; and the workspace for it.
record CommandHost(Process process) implements AutoCloseable {
  static final SessionId SESSION = new SessionId("s-command");
  static final ShellOptions OPTIONS = ShellOptions.DEFAULT.confinement(Confinement.OFF);

  /// Commands without a sandbox are asked about, unless a rule allows them.
  static final Policy POLICY = Policy.ALLOW_ALL.allowing("bash", "process");

  private static final String COMMAND =
      "echo once >> runs; echo agent > a.txt; rm b.txt; mkdir x; "
          + "touch ready; while :; do sleep 1; done";

  static Path furnished(Path folder) throws IOException {
    var workspace = Files.createDirectory(folder.resolve("work"));
    Files.createDirectories(workspace.resolve("src/deep"));
    Files.createDirectory(workspace.resolve("build"));
    var files =
        Map.of(
            "a.txt", "one\n",
            "b.txt", "two\n",
            "mine.txt", "never touched by the agent",
            "src/main.c", "int main;\n",
            "src/deep/er.c", "int er;\n",
            "run.sh", "#!/bin/sh\n",
            "old", "a file\n",
            ".gitignore", "build/\n",
            "build/kept.bin", "ignored\n");
    for (var file : files.entrySet()) {
      var path = Files.writeString(workspace.resolve(file.getKey()), file.getValue());
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
    }
    Files.createSymbolicLink(workspace.resolve("turn"), Path.of("a.txt"));
    return workspace;
  }

  static Path store(Path folder) {
    return folder.resolve("drover.db");
  }

  /// Everything in a workspace, links and modes included.
  static Map<String, String> files(Path workspace) throws IOException {
    var files = new TreeMap<String, String>();
    try (var all = Files.walk(workspace)) {
      for (var path : all.filter(each -> !each.equals(workspace)).toList()) {
        files.put(workspace.relativize(path).toString(), shown(path));
      }
    }
    return files;
  }

  private static String shown(Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      return "-> " + Files.readSymbolicLink(path);
    }
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      return "(folder)";
    }
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path))
        + " "
        + Files.readString(path);
  }

  /// Waits until a file is there.
  static void await(Path folder, String name) throws IOException, InterruptedException {
    var file = folder.resolve(name);
    try (var watch = folder.getFileSystem().newWatchService()) {
      folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      while (!Files.exists(file)) {
        var key = watch.poll(20, TimeUnit.SECONDS);
        assertThat(key).as("%s is awaited", file).isNotNull();
        key.pollEvents();
        key.reset();
      }
    }
  }

  static CommandHost start(Path folder) throws IOException {
    return new CommandHost(
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                CommandHost.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  /// SIGKILL: nothing in it gets to run any more.
  void kill() throws InterruptedException {
    process.destroyForcibly();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(128 + 9);
  }

  String answer() throws IOException, InterruptedException {
    try (var output = process.inputReader()) {
      var answer = output.readLine();
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      return answer;
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  static void main(String... args) {
    var folder = Path.of(args[0]);
    try (var drover = Drover.on(SqliteStore.open(store(folder))).build()) {
      var session =
          drover
              .agent("clerk")
              .model(new FakeModel((request, _) -> reply(request.messages().getLast())))
              .tools(WorkspaceTools.all(OPTIONS))
              .policy(POLICY)
              .workspace(folder.resolve("work"))
              .build()
              .open(SESSION);
      var report = session.send(Ask.of("run it").withKey("once")).await();
      System.out.println(report.status() + " " + report.text());
    }
  }

  private static ModelReply reply(Message last) {
    return switch (last) {
      case Message.User _ ->
          new ModelReply(
              List.of(
                  new Block.Call(
                      new ToolCall(
                          "c-1", "bash", Text.of("{\"command\":\"%s\"}".formatted(COMMAND))))),
              StopReason.CALLS,
              Usage.NONE);
      case Message.ToolResult(_, _, _, var outcome, _) ->
          Fakes.says(outcome.getClass().getSimpleName());
      case Message.Assistant _ -> throw new IllegalStateException("asked about its own reply");
    };
  }
}
