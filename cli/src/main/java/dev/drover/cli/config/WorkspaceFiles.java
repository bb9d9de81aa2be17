package dev.drover.cli.config;

import dev.drover.files.ConfigurationFiles;
import dev.drover.files.SourceFile;
import dev.drover.spi.tool.ConfigurationPaths.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// All files of a workspace that have a say, each read once: those that are always looked for, and
/// the scripts that its settings name.
///
/// @param given what `drover.yaml` says
/// @param scripts by the path under which the settings name them
record WorkspaceFiles(
    ConfigurationFiles files, Map<Key, Given> given, Map<Path, SourceFile> scripts) {
  private static final String SCRIPT = "script/";

  WorkspaceFiles {
    given = Map.copyOf(given);
    scripts = Map.copyOf(scripts);
  }

  static WorkspaceFiles read(Path workspace) {
    var files = ConfigurationFiles.read(workspace);
    var settings = files.of(Kind.SETTINGS);
    var given = settings.isEmpty() ? Map.<Key, Given>of() : SettingsFile.read(settings.getFirst());
    var scripts = new TreeMap<Path, SourceFile>();
    for (var path : scriptsOf(given)) {
      scripts.computeIfAbsent(path, each -> SourceFile.read(each, ConfigurationFiles.LARGEST));
    }
    return new WorkspaceFiles(files, given, scripts);
  }

  private static List<Path> scriptsOf(Map<Key, Given> given) {
    var paths = new ArrayList<Path>();
    var script = given.get(Key.SCRIPT);
    if (script != null) {
      paths.add(script.path());
    }
    for (var key : List.of(Key.MODEL, Key.FALLBACK)) {
      var models = given.get(key);
      for (var name : models == null ? List.<String>of() : models.values()) {
        if (name.startsWith(SCRIPT) && name.length() > SCRIPT.length()) {
          var file = List.of(name.substring(SCRIPT.length()));
          paths.add(new Given(file, key.word(), files(models)).path());
        }
      }
    }
    return paths;
  }

  private static Path files(@Nullable Given models) {
    return models == null ? Path.of("") : models.folder();
  }

  /// Where the workspace really is.
  Path place() {
    var workspace = files.workspace();
    try {
      return workspace.toRealPath();
    } catch (IOException gone) {
      return workspace.toAbsolutePath().normalize();
    }
  }

  /// Everything that was read, by the path that people know it by: relative, where it is in the
  /// workspace.
  SortedMap<String, SourceFile> all() {
    var all = new TreeMap<String, SourceFile>();
    files.entries().forEach(entry -> all.put(nameOf(entry.file().path()), entry.file()));
    scripts.forEach((path, file) -> all.put(nameOf(path), file));
    return all;
  }

  private String nameOf(Path path) {
    var workspace = files.workspace();
    return (path.startsWith(workspace) ? workspace.relativize(path) : path).toString();
  }
}
