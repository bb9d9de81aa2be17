package dev.drover.cli.config;

import dev.drover.files.ConfigurationFiles;
import dev.drover.files.LoadedFile;
import dev.drover.spi.workspace.ConfigurationPaths.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// All workspace files that affect the configuration, each read once: the fixed ones, and the
/// scripts that the settings name.
///
/// @param given values of `drover.yaml`
/// @param scripts by the path under which the settings name them
record WorkspaceConfiguration(
    ConfigurationFiles files,
    Map<ConfigurationKey, ConfiguredValue> given,
    Map<Path, LoadedFile> scripts) {
  private static final String SCRIPT = "script/";

  WorkspaceConfiguration {
    given = Map.copyOf(given);
    scripts = Map.copyOf(scripts);
  }

  static WorkspaceConfiguration read(Path workspace) {
    var files = ConfigurationFiles.read(workspace);
    var settings = files.of(Kind.SETTINGS);
    var given =
        settings.isEmpty()
            ? Map.<ConfigurationKey, ConfiguredValue>of()
            : SettingsFile.read(settings.getFirst());
    var scripts = new TreeMap<Path, LoadedFile>();
    for (var path : scriptsOf(given)) {
      scripts.computeIfAbsent(path, each -> LoadedFile.read(each, ConfigurationFiles.LARGEST));
    }
    return new WorkspaceConfiguration(files, given, scripts);
  }

  private static List<Path> scriptsOf(Map<ConfigurationKey, ConfiguredValue> given) {
    var paths = new ArrayList<Path>();
    var script = given.get(ConfigurationKey.SCRIPT);
    if (script != null) {
      paths.add(script.path());
    }
    for (var key : List.of(ConfigurationKey.MODEL, ConfigurationKey.FALLBACK)) {
      var models = given.get(key);
      for (var name : models == null ? List.<String>of() : models.values()) {
        if (name.startsWith(SCRIPT) && name.length() > SCRIPT.length()) {
          var file = List.of(name.substring(SCRIPT.length()));
          paths.add(new ConfiguredValue(file, key.word(), files(models)).path());
        }
      }
    }
    return paths;
  }

  private static Path files(@Nullable ConfiguredValue models) {
    return models == null ? Path.of("") : models.folder();
  }

  /// The real path of the workspace.
  Path place() {
    var workspace = files.workspace();
    try {
      return workspace.toRealPath();
    } catch (IOException gone) {
      return workspace.toAbsolutePath().normalize();
    }
  }

  /// All files that were read, by the path shown to people: relative if inside the workspace.
  SortedMap<String, LoadedFile> all() {
    var all = new TreeMap<String, LoadedFile>();
    files.entries().forEach(entry -> all.put(nameOf(entry.file().path()), entry.file()));
    scripts.forEach((path, file) -> all.put(nameOf(path), file));
    return all;
  }

  private String nameOf(Path path) {
    var workspace = files.workspace();
    return (path.startsWith(workspace) ? workspace.relativize(path) : path).toString();
  }
}
