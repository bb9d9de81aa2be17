package dev.drover.cli.command;

import dev.drover.cli.work.Bench;
import dev.drover.cli.work.Models.Supplied;
import dev.drover.files.AgentFiles;
import dev.drover.runtime.Agent;
import java.util.stream.Stream;

/// Builds the agent that was configured, and says which files about its subagents cannot be used.
final class Agents {
  private Agents() {}

  /// A file may name the models that were chosen, and no others: whoever wrote it does not decide
  /// whom the workspace is shown to, and what is paid.
  static Agent build(Call call, Bench bench, Supplied supplied) {
    var settings = supplied.settings();
    var chosen = Stream.concat(Stream.of(supplied.model()), supplied.fallbacks().stream()).toList();
    var files =
        AgentFiles.read(
            settings.workspace(),
            call.host().home(),
            name -> chosen.stream().filter(model -> model.name().equals(name)).findFirst());
    files.warnings().forEach(warning -> call.err().line(warning));
    return bench.agent(supplied, files);
  }
}
