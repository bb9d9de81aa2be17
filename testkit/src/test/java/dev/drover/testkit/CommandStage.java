package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.Block;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.RunId;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Usage;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Session;
import dev.drover.spi.tool.Restorer.Fate;
import dev.drover.spi.tool.Restorer.Restored;
import dev.drover.store.jdbc.SqliteStore;
import dev.drover.testkit.Fakes.FakeModel;
import dev.drover.tools.WorkspaceTools;
import dev.drover.tools.sandbox.ShellOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A clerk that runs commands in a workspace, and undoes them in another process.
record CommandStage(Path folder, Path workspace) {
  /// A workspace below a folder, and a store beside it.
  static CommandStage in(Path folder) throws IOException {
    return new CommandStage(folder, CommandHost.furnished(folder));
  }

  /// A process of its own, whose store outlives it.
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

  List<Restored> undo(RunId run) {
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
        List.of(new Block.Call(new ToolCall("c-" + tool, tool, Text.of(arguments)))),
        StopReason.CALLS,
        Usage.NONE);
  }

  static boolean isUndone(Restored file) {
    return file.fate() == Fate.RESTORED || file.fate() == Fate.TAKEN_AWAY;
  }

  /// What is told of commands of which nothing can be brought back.
  static Restored leftAlone(String why) {
    return new Restored(".", Fate.LEFT_ALONE, why);
  }
}
