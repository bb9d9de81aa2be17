package dev.drover.commands;

import dev.drover.Session;
import dev.drover.commands.SlashCommandOutcome.Ended;
import dev.drover.commands.SlashCommandOutcome.Failed;
import dev.drover.commands.SlashCommandOutcome.NotACommand;
import dev.drover.commands.SlashCommandOutcome.Unknown;
import dev.drover.kernel.value.Problem;
import dev.drover.problem.ForeignCodeFailed;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.spi.text.EditDistance;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The commands that can be called. A value: adding one makes another registry.
public final class SlashCommands {
  /// Those that every session can answer.
  public static final SlashCommands STANDARD =
      new SlashCommands(Map.of())
          .with(
              new HelpSlashCommand(),
              new ClearSlashCommand(),
              new CompactSlashCommand(),
              new CostSlashCommand(),
              new ModelSlashCommand(),
              new HistorySlashCommand(),
              new ToolsSlashCommand(),
              new McpSlashCommand(),
              new TasksSlashCommand(),
              new UndoSlashCommand(),
              new ForkSlashCommand());

  private static final int CLOSE_NAMES = 3;

  private final Map<String, ForeignCommand> byName;

  private SlashCommands(Map<String, ForeignCommand> byName) {
    this.byName = byName;
  }

  /// These, and more.
  ///
  /// @throws ConfigurationInvalid if a name is malformed, or taken
  public SlashCommands with(SlashCommand... more) {
    var all = new LinkedHashMap<>(byName);
    for (var given : more) {
      var command = ForeignCommand.of(given);
      var name = command.name();
      if (!SlashCommandLine.NAME.matcher(name).matches()) {
        throw new ConfigurationInvalid(
            "commands",
            "'%s' is not a command's name".formatted(name),
            "Use lower-case letters, digits and dashes, a letter first.");
      }
      if (all.putIfAbsent(name, command) != null) {
        throw new ConfigurationInvalid(
            "commands", "two commands are named '%s'".formatted(name), "Name one differently.");
      }
    }
    return new SlashCommands(all);
  }

  /// These, without the one of that name.
  public SlashCommands without(String name) {
    var fewer = new LinkedHashMap<>(byName);
    fewer.remove(name);
    return new SlashCommands(fewer);
  }

  /// In the order in which they were added.
  public List<SlashCommand> all() {
    return byName.values().stream().map(ForeignCommand::inner).toList();
  }

  public Optional<SlashCommand> find(String name) {
    return Optional.ofNullable(byName.get(name)).map(ForeignCommand::inner);
  }

  /// Does what the line says, if it is a command. Never throws because of what was said.
  public SlashCommandOutcome run(Session session, String line) {
    var said = SlashCommandLine.read(line);
    if (said.isEmpty()) {
      return new NotACommand();
    }
    var name = said.get().name();
    var command = byName.get(name);
    return command == null
        ? new Unknown(name, closeTo(name))
        : run(command, new SlashCommandCall(session, this, said.get().arguments()));
  }

  private static Ended run(ForeignCommand command, SlashCommandCall call) {
    try {
      return ran(command, call);
    } catch (ForeignCodeFailed broken) {
      return new Failed(broken.problem());
    }
  }

  private static Ended ran(ForeignCommand command, SlashCommandCall call) {
    if (command.arguments().isEmpty() && !call.arguments().isEmpty()) {
      return new Failed(
          new Problem(
              "argument_unexpected",
              "Wrong usage",
              "/%s has no use for '%s'"
                  .formatted(
                      command.name(), CommandExcerpt.of(call.arguments(), CommandExcerpt.SHORT)),
              "Say /%s alone.".formatted(command.name())));
    }
    return command.run(call);
  }

  /// Names that the word begins, or that begin it, and those with few changes: half of the name if
  /// at least the first letter is right, else one.
  List<String> closeTo(String word) {
    return byName.keySet().stream()
        .filter(name -> isClose(word, name))
        .sorted(Comparator.comparingInt(name -> EditDistance.between(word, name)))
        .limit(CLOSE_NAMES)
        .toList();
  }

  private static boolean isClose(String word, String name) {
    int most =
        name.startsWith(word.substring(0, Math.min(1, word.length()))) ? name.length() / 2 : 1;
    return name.startsWith(word)
        || word.startsWith(name)
        || EditDistance.between(word, name) <= most;
  }
}
