package dev.drover.cli.config;

import dev.drover.cli.environment.CliRefusal;
import dev.drover.files.LoadedFile;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `.mcp.json` of a project: the list of servers that several programs read. Fields that only other
/// programs know are not looked at.
final class McpListFile {
  static final String NAME = ".mcp.json";
  private static final String SERVERS = "mcpServers";
  private static final JsonMapper JSON = new JsonMapper();

  private McpListFile() {}

  /// The entries in the form of the entries of `mcp`.
  ///
  /// @throws CliRefusal if the file as a whole cannot be read
  static Map<String, JsonNode> read(LoadedFile file) {
    if (!file.problem().isEmpty()) {
      throw wrong(file.path(), file.problem());
    }
    try {
      var servers = JSON.readTree(file.decode()).path(SERVERS);
      if (!servers.isObject()) {
        throw wrong(file.path(), "it has no object 'mcpServers'");
      }
      var entries = new LinkedHashMap<String, JsonNode>();
      servers.properties().forEach(entry -> entries.put(entry.getKey(), entry.getValue()));
      return entries;
    } catch (JacksonException malformed) {
      throw wrong(file.path(), "it is not JSON: " + malformed.getOriginalMessage());
    } catch (CharacterCodingException foreign) {
      throw wrong(file.path(), "it is not a text in UTF-8");
    }
  }

  /// @param given for messages
  static Map<String, List<String>> fields(ConfiguredValue given, JsonNode entry) {
    var type = entry.path("type").asString("");
    if (!List.of("", "stdio", "http", "streamable-http").contains(type)) {
      throw given.wrong(
          "servers of type '%s' are not supported".formatted(type), "Use stdio or http.");
    }
    var fields = new LinkedHashMap<String, List<String>>();
    if (entry.has(McpSettingsReader.COMMAND)) {
      var command = new ArrayList<String>();
      command.add(text(given, McpSettingsReader.COMMAND, entry.get(McpSettingsReader.COMMAND)));
      for (var word : entry.path("args")) {
        command.add(text(given, "args", word));
      }
      // A program without arguments keeps its blanks.
      fields.put(McpSettingsReader.COMMAND, command);
      named(given, entry, McpSettingsReader.ENV, fields);
    }
    if (entry.has(McpSettingsReader.URL)) {
      fields.put(
          McpSettingsReader.URL,
          List.of(text(given, McpSettingsReader.URL, entry.get(McpSettingsReader.URL))));
      named(given, entry, McpSettingsReader.HEADERS, fields);
    }
    return fields;
  }

  private static void named(
      ConfiguredValue given, JsonNode entry, String field, Map<String, List<String>> fields) {
    var values = new ArrayList<String>();
    for (var each : entry.path(field).properties()) {
      values.add(each.getKey() + "=" + text(given, field, each.getValue()));
    }
    if (!values.isEmpty()) {
      fields.put(field, values);
    }
  }

  private static String text(ConfiguredValue given, String field, JsonNode value) {
    if (value.isString() || value.isNumber() || value.isBoolean()) {
      return value.asString();
    }
    throw given.wrong("%s is not a text".formatted(field), "Correct it.");
  }

  private static CliRefusal wrong(Path file, String detail) {
    return CliRefusal.usage(
        "configuration_invalid", "%s: %s".formatted(file, detail), "Correct it, or remove it.");
  }
}
