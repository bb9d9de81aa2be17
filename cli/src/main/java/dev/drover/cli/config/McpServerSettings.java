package dev.drover.cli.config;

import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The settings of one MCP server, as a file has them: values of variables are not filled in.
///
/// @param where the source of the setting, for messages
/// @param secrets programs that print a secret, by the name that stands for it
public record McpServerSettings(
    String name,
    Source source,
    String where,
    Reach reach,
    Map<String, List<String>> secrets,
    Limits limits) {
  public McpServerSettings {
    secrets = Map.copyOf(secrets);
  }

  /// The file that names the server.
  public enum Source {
    /// The person's own file.
    PERSON("config.yaml"),
    WORKSPACE_SETTINGS("drover.yaml"),
    WORKSPACE_LIST(".mcp.json");

    private final String file;

    Source(String file) {
      this.file = file;
    }

    public String file() {
      return file;
    }

    /// Whether a stranger, or the agent, may have written it.
    public boolean isWorkspace() {
      return this != PERSON;
    }
  }

  /// How the server is reached.
  public sealed interface Reach {
    /// @param environment by name
    record Program(List<String> command, Map<String, String> environment) implements Reach {
      public Program {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
      }
    }

    /// @param headers by name
    record Address(String url, Map<String, String> headers) implements Reach {
      public Address {
        headers = Map.copyOf(headers);
      }
    }
  }

  /// @param isTrusted whether the annotations of its tools are believed
  public record Limits(Duration start, Duration call, boolean isTrusted) {}

  /// What the server is, on one line.
  public String target() {
    return switch (reach) {
      case Reach.Program(var command, _) -> String.join(" ", command);
      case Reach.Address(var url, _) -> url;
    };
  }

  /// The variables of the environment whose values it receives.
  public SortedSet<String> variables() {
    var names = new TreeSet<String>();
    switch (reach) {
      case Reach.Program(var command, var environment) -> {
        command.forEach(word -> names.addAll(VariableTemplate.names(word)));
        environment.values().forEach(value -> names.addAll(VariableTemplate.names(value)));
      }
      case Reach.Address(var url, var headers) -> {
        names.addAll(VariableTemplate.names(url));
        headers.values().forEach(value -> names.addAll(VariableTemplate.names(value)));
      }
    }
    names.removeAll(secrets.keySet());
    return names;
  }

  /// One line for each part, so that a person sees everything that an approval covers.
  public List<String> lines() {
    var lines = new ArrayList<String>();
    switch (reach) {
      case Reach.Program(var command, var environment) -> {
        command.forEach(word -> lines.add((lines.isEmpty() ? "program  " : "argument ") + word));
        new TreeMap<>(environment)
            .forEach((name, value) -> lines.add("sets     " + name + "=" + value));
      }
      case Reach.Address(var url, var headers) -> {
        lines.add("address  " + url);
        new TreeMap<>(headers)
            .forEach((name, value) -> lines.add("header   " + name + ": " + value));
      }
    }
    variables().forEach(name -> lines.add("reads    the variable " + name));
    return lines;
  }

  /// The SHA-256 of everything that a person approves.
  ///
  /// @param files digests of the files in the workspace that the command starts, by path
  public String digest(Map<String, String> files) {
    var text = new StringBuilder();
    part(text, source.file());
    part(text, name);
    lines().forEach(line -> part(text, line));
    part(text, "start %s, call %s".formatted(limits.start(), limits.call()));
    new TreeMap<>(files).forEach((path, digest) -> part(text, "file " + path + " " + digest));
    return Blobs.idOf(Bytes.of(text.toString())).sha256();
  }

  /// With its length, so that no two lists of parts have the same text.
  private static void part(StringBuilder text, String part) {
    text.append(part.length()).append(' ').append(part).append('\n');
  }
}
