package dev.drover.cli.config;

import dev.drover.cli.config.McpServerSettings.Reach;
import dev.drover.cli.config.McpServerSettings.Source;
import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.files.ConfigurationFiles;
import dev.drover.files.LoadedFile;
import dev.drover.kernel.value.Problem;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The MCP servers of all files: first those of the person, then those of the workspace, which are
/// used only after a person has approved them, one by one.
///
/// A mistake in `.mcp.json`, which other programs read too, makes one server unusable. A mistake in
/// the settings is refused, as in every other key.
///
/// @param problems of files that cannot be read as a whole
public record ConfiguredServers(List<ConfiguredServer> all, List<Problem> problems) {
  public static final ConfiguredServers NONE = new ConfiguredServers(List.of(), List.of());

  /// Programs that are started through an interpreter.
  private static final Pattern SCRIPT =
      Pattern.compile("(?i).+\\.(?:js|mjs|cjs|ts|py|sh|bash|rb|pl|php|jar|java|lua)");

  public ConfiguredServers {
    all = List.copyOf(all);
    problems = List.copyOf(problems);
  }

  static ConfiguredServers read(
      CliEnvironment host,
      Path workspace,
      Map<ConfigurationKey, ConfiguredValue> settings,
      Map<ConfigurationKey, ConfiguredValue> own) {
    var servers = new ArrayList<ConfiguredServer>();
    var problems = new ArrayList<Problem>();
    entries(own, Source.PERSON).forEach(server -> servers.add(ConfiguredServer.own(server)));
    var foreign = entries(settings, Source.WORKSPACE_SETTINGS);
    var list = workspace.resolve(McpListFile.NAME);
    if (!foreign.isEmpty() || Files.exists(list)) {
      var approved = McpApprovals.of(host, workspace).all();
      foreign.forEach(server -> servers.add(judged(server, workspace, approved)));
      if (Files.exists(list)) {
        servers.addAll(listed(list, workspace, approved, problems));
      }
    }
    return new ConfiguredServers(withoutDoubles(servers), problems);
  }

  private static List<McpServerSettings> entries(
      Map<ConfigurationKey, ConfiguredValue> layer, Source source) {
    var given = layer.get(ConfigurationKey.MCP);
    if (given == null) {
      return List.of();
    }
    return given.entries().entrySet().stream()
        .map(
            entry ->
                McpSettingsReader.read(
                    given.at(entry.getKey()), entry.getKey(), source, entry.getValue()))
        .sorted(Comparator.comparing(McpServerSettings::name))
        .toList();
  }

  private static List<ConfiguredServer> listed(
      Path file, Path workspace, Map<String, String> approved, List<Problem> problems) {
    var servers = new ArrayList<ConfiguredServer>();
    try {
      var list = new ConfiguredValue(List.of(), McpListFile.NAME, workspace);
      McpListFile.read(LoadedFile.read(file, ConfigurationFiles.LARGEST))
          .forEach(
              (name, entry) -> {
                var given = list.at(name);
                try {
                  var fields = McpListFile.fields(given, entry);
                  var server = McpSettingsReader.read(given, name, Source.WORKSPACE_LIST, fields);
                  servers.add(judged(server, workspace, approved));
                } catch (CliRefusal refused) {
                  servers.add(
                      ConfiguredServer.invalid(name, Source.WORKSPACE_LIST, refused.problem()));
                }
              });
    } catch (CliRefusal refused) {
      problems.add(refused.problem());
    }
    return servers;
  }

  private static ConfiguredServer judged(
      McpServerSettings server, Path workspace, Map<String, String> approved) {
    return ConfiguredServer.ofWorkspace(
        server, server.digest(startedFiles(server, workspace)), approved);
  }

  /// The agent may change files of the workspace. A program, or the script of an interpreter, that
  /// lies there is part of what a person approves.
  private static Map<String, String> startedFiles(McpServerSettings server, Path workspace) {
    var files = new TreeMap<String, String>();
    if (server.reach() instanceof Reach.Program(var command, _)) {
      for (int i = 0; i < command.size(); i++) {
        var word = command.get(i);
        if (i == 0 ? word.contains("/") : SCRIPT.matcher(word).matches()) {
          inside(workspace, word)
              .ifPresent(
                  file ->
                      files.put(word, LoadedFile.read(file, ConfigurationFiles.LARGEST).digest()));
        }
      }
    }
    return files;
  }

  private static Optional<Path> inside(Path workspace, String word) {
    try {
      var file = workspace.resolve(word).normalize();
      return file.startsWith(workspace) && Files.isRegularFile(file)
          ? Optional.of(file)
          : Optional.empty();
    } catch (InvalidPathException notAPath) {
      return Optional.empty();
    }
  }

  /// The first server of a name counts.
  private static List<ConfiguredServer> withoutDoubles(List<ConfiguredServer> servers) {
    var names = new HashSet<String>();
    return servers.stream()
        .map(server -> names.add(server.name()) ? server : server.hidden())
        .toList();
  }

  /// Reads an entry that is not in a file yet.
  ///
  /// @param where for messages
  /// @throws CliRefusal if it is not valid
  public static McpServerSettings check(
      String where, String name, Source source, Map<String, List<String>> fields) {
    return McpSettingsReader.read(
        new ConfiguredValue(List.of(), where, Path.of("")), name, source, fields);
  }

  /// The server of this name that counts.
  public Optional<ConfiguredServer> find(String name) {
    return all.stream()
        .filter(server -> server.name().equals(name))
        .filter(server -> server.status() != ConfiguredServer.Status.HIDDEN)
        .findFirst();
  }

  public List<String> names() {
    return all.stream().map(ConfiguredServer::name).distinct().toList();
  }
}
