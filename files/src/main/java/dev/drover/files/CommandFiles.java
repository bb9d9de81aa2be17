package dev.drover.files;

import dev.drover.runtime.command.Commands;
import dev.drover.runtime.command.PromptCommand;
import dev.drover.runtime.problem.ConfigurationInvalid;
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

  /// Reads those of the workspace, then those of the person; the first of a name counts.
  public static CommandFiles read(Path workspace, Path home) {
    var commands = Commands.STANDARD;
    var warnings = new ArrayList<String>();
    var folders =
        List.of(
            Folder.ofWorkspace(workspace.resolve(".drover/commands"), workspace, 1),
            Folder.ofPerson(home.resolve(".config/drover/commands"), 1));
    for (var folder : folders) {
      for (var file : files(folder, warnings)) {
        try {
          folder.requireInside(file);
          commands = commands.with(command(file, commands));
        } catch (Unusable unusable) {
          warnings.add(warning(unusable.place(file), unusable.words()));
        } catch (ConfigurationInvalid misnamed) {
          warnings.add(
              warning(
                  file.toString(), "that is no command's name. " + misnamed.problem().remedy()));
        }
      }
    }
    return new CommandFiles(commands, warnings);
  }

  private static List<Path> files(Folder folder, List<String> warnings) {
    try {
      return folder.files(".md");
    } catch (Unusable unreadable) {
      warnings.add(warning(folder.path().toString(), unreadable.words()));
      return List.of();
    }
  }

  private static String warning(String place, String reason) {
    return "command_unusable: %s: %s".formatted(place, reason);
  }

  private static PromptCommand command(Path path, Commands others) throws Unusable {
    var file = TextFile.read(path);
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
