package dev.drover.cli.work;

import dev.drover.runtime.command.Commands;
import dev.drover.runtime.command.PromptCommand;
import dev.drover.runtime.problem.ConfigurationInvalid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Commands that people write down as files: `NAME.md`, with a prompt in it, and before that, if
/// somebody wants, a description between two lines of three dashes.
///
/// @param warnings about files that are no commands, each with the name of the file
public record CommandFiles(Commands commands, List<String> warnings) {
  private static final String ENDING = ".md";
  private static final String FENCE = "---";
  private static final int LARGEST = 64 * 1024;

  public CommandFiles {
    warnings = List.copyOf(warnings);
  }

  /// Reads those of the workspace, then those of the person; the first of a name counts.
  public static CommandFiles read(Path workspace, Path home) {
    var commands = Commands.STANDARD;
    var warnings = new ArrayList<String>();
    var folders =
        List.of(
            workspace.resolve(".drover").resolve("commands"),
            home.resolve(".config").resolve("drover").resolve("commands"));
    for (var folder : folders) {
      for (var file : files(folder, warnings)) {
        try {
          commands = commands.with(command(file, commands));
        } catch (Unusable unusable) {
          warnings.add(warning(file, unusable.reason));
        } catch (ConfigurationInvalid misnamed) {
          warnings.add(warning(file, "that is no command's name. " + misnamed.problem().remedy()));
        }
      }
    }
    return new CommandFiles(commands, warnings);
  }

  private static String warning(Path file, String reason) {
    return "command_unusable: %s: %s".formatted(file, reason);
  }

  private static List<Path> files(Path folder, List<String> warnings) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ENDING)).sorted().toList();
    } catch (IOException unreadable) {
      warnings.add(warning(folder, "it cannot be read: " + unreadable.getMessage()));
      return List.of();
    }
  }

  /// Why a file is no command.
  private static final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;

    Unusable(String reason) {
      super(reason);
      this.reason = reason;
    }
  }

  private static PromptCommand command(Path file, Commands others) throws Unusable {
    var fileName = file.getFileName().toString();
    var name = fileName.substring(0, fileName.length() - ENDING.length());
    if (others.find(name).isPresent()) {
      throw new Unusable("there is a command /%s already. Name it differently.".formatted(name));
    }
    var text = text(file);
    int body = bodyOf(text);
    var prompt = text.substring(body).strip();
    if (prompt.isEmpty()) {
      throw new Unusable("there is no prompt in it. Write what the model is to be told.");
    }
    return new PromptCommand(name, description(text.substring(0, body), file), prompt);
  }

  private static String text(Path file) throws Unusable {
    try {
      if (Files.size(file) > LARGEST) {
        throw new Unusable("it is larger than %d bytes. Make it shorter.".formatted(LARGEST));
      }
      return Files.readString(file).replace("\r\n", "\n");
    } catch (IOException unreadable) {
      throw new Unusable("it cannot be read as text: " + unreadable);
    }
  }

  /// Where the prompt begins: behind the second fence, if the file begins with one.
  private static int bodyOf(String text) throws Unusable {
    if (!text.startsWith(FENCE + "\n")) {
      return 0;
    }
    int end = text.indexOf("\n" + FENCE + "\n", FENCE.length());
    if (end < 0) {
      throw new Unusable("its description has no end. Close it with a line of three dashes.");
    }
    return end + FENCE.length() + 2;
  }

  private static String description(String head, Path file) throws Unusable {
    var otherwise = "says what is in " + file;
    if (head.isEmpty()) {
      return otherwise;
    }
    var yaml = head.substring(FENCE.length(), head.length() - FENCE.length() - 1);
    try {
      var settings = LoadSettings.builder().setLabel(file.toString()).build();
      return switch (new Load(settings).loadFromString(yaml)) {
        case null -> otherwise;
        case Map<?, ?> map -> description(map, otherwise);
        default -> throw new Unusable("its head is no mapping. Write 'description: …'.");
      };
    } catch (YamlEngineException malformed) {
      throw new Unusable(
          "its head is not YAML: "
              + String.valueOf(malformed.getMessage()).replaceAll("\\s+", " ").strip());
    }
  }

  private static String description(Map<?, ?> head, String otherwise) throws Unusable {
    for (var key : head.keySet()) {
      if (!"description".equals(key)) {
        throw new Unusable("there is no key '%s'. The only one is 'description'.".formatted(key));
      }
    }
    var said = head.get("description");
    if (said != null && !(said instanceof String)) {
      throw new Unusable("its description is not a text. Put it into quotes.");
    }
    return said instanceof String words && !words.isBlank()
        ? words.strip().replaceAll("\\s+", " ")
        : otherwise;
  }
}
