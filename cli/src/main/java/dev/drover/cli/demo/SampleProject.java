package dev.drover.cli.demo;

import dev.drover.cli.host.Refusal;
import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// A small project with a bug, in a folder of its own that is left for the person to look at.
public final class SampleProject {
  private static final String STORE = ".drover/drover.db";
  private static final String SETTINGS = ".config/drover/config.yaml";
  private static final String SCRIPT = ".drover/demo.yaml";

  private final Path folder;

  private SampleProject(Path folder) {
    this.folder = folder;
  }

  /// Which story is told.
  public enum Story {
    /// Find a bug and fix it, with one question.
    FIX("demo"),
    /// Fix it and publish it; the process dies while it publishes.
    CRASH("crash");

    private final String name;

    Story(String name) {
      this.name = name;
    }

    public List<String> files() {
      return switch (this) {
        case FIX -> List.of("calc.sh", "test.sh");
        case CRASH -> List.of("calc.sh", "publish.sh", "test.sh");
      };
    }
  }

  /// Whether the model takes its time, so that one can read along.
  public enum Pace {
    SLOW,
    FAST
  }

  /// @param place a folder that is not there yet
  public static SampleProject create(Path place, Story story, Pace pace) {
    try {
      var folder = Files.createDirectory(place).toRealPath();
      var project = new SampleProject(folder);
      Files.createDirectory(folder.resolve(".drover"));
      for (var file : story.files()) {
        Files.writeString(folder.resolve(file), resource(file));
      }
      // The folder is a home of its own as well, so what it allows needs nobody's trust.
      var settings = folder.resolve(SETTINGS);
      Files.createDirectories(settings.getParent());
      Files.writeString(settings, resource(story.name + "-settings.yaml"));
      var script = resource(story.name + ".yaml");
      Files.writeString(
          project.script(),
          switch (pace) {
            case SLOW -> script;
            case FAST -> withoutPauses(script);
          });
      return project;
    } catch (IOException unwritable) {
      throw Refusal.failed(
          "demo_failed",
          "the sample project cannot be written: " + IoErrors.describe(unwritable),
          "Name a folder that can be written in TMPDIR.");
    }
  }

  private static String withoutPauses(String script) {
    return script
        .lines()
        .filter(line -> !line.strip().startsWith("pause:"))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String resource(String name) throws IOException {
    try (var in = SampleProject.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the program lacks its own file " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  public Path folder() {
    return folder;
  }

  public Path store() {
    return folder.resolve(STORE);
  }

  public Path script() {
    return folder.resolve(SCRIPT);
  }

  /// How often something was published; it must be once.
  public long published() {
    try {
      return Files.readAllLines(folder.resolve("published.txt")).size();
    } catch (IOException notThere) {
      return 0;
    }
  }
}
