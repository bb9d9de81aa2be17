package dev.drover.internal.undo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.fixture.CommandHost;
import dev.drover.fixture.FakeAgents.FakeModel;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.tool.FileRestorer.RestoreStatus;
import dev.drover.spi.tool.FileRestorer.RestoredFile;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.tools.WorkspaceTools;
import dev.drover.tools.sandbox.ShellOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// An agent that runs commands in a workspace, and undoes them in another process.
record CommandFixture(Path folder, Path workspace) {
  /// A workspace below a folder, and a store next to it.
  static CommandFixture in(Path folder) throws IOException {
    return new CommandFixture(folder, CommandHost.furnished(folder));
  }

  /// A separate runtime on a store that outlives it.
  Drover open() {
    return Drover.on(SqliteStore.open(CommandHost.store(folder))).build();
  }

  Session session(Drover drover, ShellOptions options, FakeModel model) {
    return drover
        .agent("clerk")
        .model(model)
        .tools(WorkspaceTools.all(options))
        .policy(CommandHost.POLICY)
        .workspace(workspace)
        .build()
        .open();
  }

  RunId run(ShellOptions options, ModelReply... replies) {
    try (var drover = open()) {
      var run = session(drover, options, FakeModel.playing(replies)).send("go");
      assertThat(run.await().text()).isEqualTo("done");
      return run.id();
    }
  }

  RunId run(ModelReply... replies) {
    return run(CommandHost.OPTIONS, replies);
  }

  List<RestoredFile> undo(RunId run) {
    try (var drover = open()) {
      return drover.undo(run, "anna").files();
    }
  }

  Map<String, String> files() throws IOException {
    return CommandHost.files(workspace);
  }

  static ModelReply bash(String command) {
    return call("bash", "{\"command\":\"%s\"}".formatted(command));
  }

  static ModelReply call(String tool, String arguments) {
    return new ModelReply(
        List.of(new ContentBlock.Call(new ToolCall("c-" + tool, tool, Text.of(arguments)))),
        StopReason.CALLS,
        Usage.NONE);
  }

  static boolean isUndone(RestoredFile file) {
    return file.status() == RestoreStatus.RESTORED || file.status() == RestoreStatus.TAKEN_AWAY;
  }

  /// The report for commands of which nothing can be restored.
  static RestoredFile leftAlone(String why) {
    return new RestoredFile(".", RestoreStatus.LEFT_ALONE, why);
  }
}
