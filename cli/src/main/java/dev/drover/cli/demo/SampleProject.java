package dev.drover.cli.demo;

import dev.drover.cli.environment.CliRefusal;
import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// A small project with a bug, in a folder of its own that is kept for inspection.
public final class SampleProject {
  private static final String STORE = ".drover/drover.db";
  private static final String SETTINGS = ".config/drover/config.yaml";
  private static final String SCRIPT = ".drover/demo.yaml";

  private final Path folder;

  private SampleProject(Path folder) {
    this.folder = folder;
  }

  /// The demo to run.
  public enum Scenario {
    /// Finds a bug and fixes it, with one approval.
    FIX("demo"),
    /// Fixes it and publishes it; the process dies while it publishes.
    CRASH("crash");

    private final String name;

    Scenario(String name) {
      this.name = name;
    }

    public List<String> files() {
      return switch (this) {
        case FIX -> List.of("calc.sh", "test.sh");
        case CRASH -> List.of("calc.sh", "publish.sh", "test.sh");
      };
    }
  }

  /// Whether the model pauses, so that a person can read along.
  public enum Pace {
    SLOW,
    FAST
  }

  /// @param place a folder that does not exist yet
  public static SampleProject create(Path place, Scenario scenario, Pace pace) {
    try {
      var folder = Files.createDirectory(place).toRealPath();
      var project = new SampleProject(folder);
      Files.createDirectory(folder.resolve(".drover"));
      for (var file : scenario.files()) {
        Files.writeString(folder.resolve(file), resource(file));
      }
      // The folder also serves as the home folder, so its permissions need no trust.
      var settings = folder.resolve(SETTINGS);
      Files.createDirectories(settings.getParent());
      Files.writeString(settings, resource(scenario.name + "-settings.yaml"));
      var script = resource(scenario.name + ".yaml");
      Files.writeString(
          project.script(),
          switch (pace) {
            case SLOW -> script;
            case FAST -> withoutPauses(script);
          });
      return project;
    } catch (IOException unwritable) {
      throw CliRefusal.failed(
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

  /// The number of publications; it must be one.
  public long published() {
    try {
      return Files.readAllLines(folder.resolve("published.txt")).size();
    } catch (IOException notThere) {
      return 0;
    }
  }
}
