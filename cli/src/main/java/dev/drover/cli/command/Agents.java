package dev.drover.cli.command;

import dev.drover.cli.config.DefaultInstructions;
import dev.drover.cli.config.ModelChoice;
import dev.drover.cli.host.Host;
import dev.drover.cli.work.Bench;
import dev.drover.cli.work.Models.Supplied;
import dev.drover.files.AgentFiles;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.Agent;
import dev.drover.spi.store.Catalog.SessionRow;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Builds the agent that was configured, and says which files about its subagents cannot be used.
final class Agents {
  private Agents() {}

  /// A file may name the models that were chosen, and no others: whoever wrote it does not decide
  /// whom the workspace is shown to, and what is paid.
  ///
  /// @param session that it is built for, which need not be there yet
  static Agent build(Call call, Bench bench, SessionId session, Supplied supplied) {
    var chosen = Stream.concat(Stream.of(supplied.model()), supplied.fallbacks().stream()).toList();
    var files =
        AgentFiles.read(
            call.configuration().files(),
            personalFolders(call.host()),
            name -> chosen.stream().filter(model -> model.name().equals(name)).findFirst());
    files.warnings().forEach(call::warn);
    var instructions = instructions(call, bench, session, supplied);
    return bench.agent(supplied, instructions, files, guarded(call));
  }

  private static String instructions(Call call, Bench bench, SessionId session, Supplied supplied) {
    var configured = supplied.settings().agent().instructions();
    if (configured != null) {
      return configured;
    }
    var opened =
        bench.archive().session(session).map(SessionRow::openedAt).orElse(call.host().time().now());
    return new DefaultInstructions(
            supplied.settings().workspace(),
            call.host().platform(),
            opened.atZone(ZoneId.systemDefault()).toLocalDate())
        .text();
  }

  /// What is not where such files usually are: scripts that play the model, and a folder for
  /// configuration that the person has chosen.
  private static List<Path> guarded(Call call) {
    var guarded = new ArrayList<Path>();
    var models = call.settings().agent().models();
    Stream.concat(Stream.of(models.first()), models.fallbacks().stream())
        .forEach(
            choice -> {
              if (choice instanceof ModelChoice.Script script) {
                guarded.add(script.file());
              }
            });
    call.host().personalFolder().ifPresent(guarded::add);
    return guarded;
  }

  private static List<Path> personalFolders(Host host) {
    var folders = new ArrayList<Path>();
    host.personalFolder().ifPresent(folder -> folders.add(folder.resolve("agents")));
    host.knownHome().ifPresent(folder -> folders.add(folder.resolve(".claude/agents")));
    return folders;
  }
}
