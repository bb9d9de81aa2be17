package dev.drover.files;

import dev.drover.runtime.command.Commands;
import dev.drover.runtime.command.PromptCommand;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.spi.tool.ConfigurationPaths.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Commands that people write down as files: `NAME.md`, with a prompt in it, and before that, if
/// somebody wants, a description between two lines of three dashes.
///
/// @param warnings about files that are no commands, each with the name of the file
public record CommandFiles(Commands commands, List<String> warnings) {
  private static final String DESCRIPTION = "description";

  public CommandFiles {
    warnings = List.copyOf(warnings);
  }

  /// Reads those of the workspace, then those of the person; the first of a name counts. A stranger
  /// may have written those of the workspace: a program that wants a person's yes first gives
  /// [ConfigurationFiles] instead.
  public static CommandFiles read(Path workspace, Path home) {
    return read(
        ConfigurationFiles.read(workspace), List.of(home.resolve(".config/drover/commands")));
  }

  /// Uses those of the workspace that were read, then reads those of the person; the first of a
  /// name counts.
  ///
  /// @param personal folders of the person, absolute
  public static CommandFiles read(ConfigurationFiles workspace, List<Path> personal) {
    var commands = Commands.STANDARD;
    var warnings = new ArrayList<String>();
    var files = new ArrayList<>(workspace.of(Kind.COMMANDS));
    personal.forEach(folder -> files.addAll(ConfigurationFiles.commandsOfPerson(folder)));
    for (var file : files) {
      try {
        commands = commands.with(command(file, commands));
      } catch (Unusable unusable) {
        warnings.add(warning(unusable.place(file.path()), unusable.words()));
      } catch (ConfigurationInvalid misnamed) {
        warnings.add(
            warning(
                file.path().toString(),
                "that is no command's name. " + misnamed.problem().remedy()));
      }
    }
    return new CommandFiles(commands, warnings);
  }

  private static String warning(String place, String reason) {
    return "command_unusable: %s: %s".formatted(place, reason);
  }

  private static PromptCommand command(SourceFile source, Commands others) throws Unusable {
    var file = TextFile.read(source);
    if (others.find(file.name()).isPresent()) {
      throw new Unusable(
          0, "there is a command /%s already".formatted(file.name()), "Name it differently.");
    }
    if (file.body().isEmpty()) {
      throw new Unusable(0, "there is no prompt in it", "Write what the model is to be told.");
    }
    return new PromptCommand(file.name(), description(file), file.body());
  }

  private static String description(TextFile file) throws Unusable {
    var head = Head.yaml(file.head(), TextFile.HEAD_LINE);
    head.requireKnown(List.of(DESCRIPTION));
    var said = head.words(DESCRIPTION);
    return said == null || said.isBlank()
        ? "says what is in " + file.path()
        : said.strip().replaceAll("\\s+", " ");
  }
}
