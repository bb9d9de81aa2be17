package dev.drover.files;

import dev.drover.commands.PromptSlashCommand;
import dev.drover.commands.SlashCommands;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.spi.workspace.ConfigurationPaths.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Commands that are defined in files: `NAME.md`, with a prompt, and optionally a description above
/// it, between two lines of three dashes.
///
/// @param warnings about invalid command files, each with the name of the file
public record CommandFiles(SlashCommands commands, List<String> warnings) {
  private static final String DESCRIPTION = "description";

  public CommandFiles {
    warnings = List.copyOf(warnings);
  }

  /// Reads the commands of the workspace, then those of the user; the first one with a name counts.
  /// Those of the workspace may come from an untrusted author: a program that needs the user's
  /// consent first passes [ConfigurationFiles] instead.
  public static CommandFiles read(Path workspace, Path home) {
    return read(
        ConfigurationFiles.read(workspace), List.of(home.resolve(".config/drover/commands")));
  }

  /// Uses the given commands of the workspace, then reads those of the user; the first one with a
  /// name counts.
  ///
  /// @param personal folders of the user, absolute
  public static CommandFiles read(ConfigurationFiles workspace, List<Path> personal) {
    var commands = SlashCommands.STANDARD;
    var warnings = new ArrayList<String>();
    var files = new ArrayList<>(workspace.of(Kind.COMMANDS));
    personal.forEach(folder -> files.addAll(ConfigurationFiles.commandsOfPerson(folder)));
    for (var file : files) {
      try {
        commands = commands.with(command(file, commands));
      } catch (UnusableFileException unusable) {
        warnings.add(warning(unusable.place(file.path()), unusable.describe()));
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

  private static PromptSlashCommand command(LoadedFile source, SlashCommands others)
      throws UnusableFileException {
    var file = FrontMatterFile.read(source);
    if (others.find(file.name()).isPresent()) {
      throw new UnusableFileException(
          0, "there is a command /%s already".formatted(file.name()), "Name it differently.");
    }
    if (file.body().isEmpty()) {
      throw new UnusableFileException(
          0, "there is no prompt in it", "Write what the model is to be told.");
    }
    return new PromptSlashCommand(file.name(), description(file), file.body());
  }

  private static String description(FrontMatterFile file) throws UnusableFileException {
    var head = YamlFields.yaml(file.frontMatter(), FrontMatterFile.HEAD_LINE);
    head.requireKnown(List.of(DESCRIPTION));
    var said = head.text(DESCRIPTION);
    return said == null || said.isBlank()
        ? "says what is in " + file.path()
        : said.strip().replaceAll("\\s+", " ");
  }
}
