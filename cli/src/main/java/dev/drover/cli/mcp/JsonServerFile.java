package dev.drover.cli.mcp;

import dev.drover.cli.environment.CliRefusal;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The servers in `.mcp.json` of a project.
public final class JsonServerFile implements ServerFile {
  private static final String SERVERS = "mcpServers";
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final Path file;

  public JsonServerFile(Path file) {
    this.file = file;
  }

  @Override
  public Path path() {
    return file;
  }

  @Override
  public void add(ServerEntry entry) {
    var content = read();
    var server = JSON.createObjectNode();
    if (entry.url().isEmpty()) {
      server.put("command", entry.command().getFirst());
      var args = server.putArray("args");
      entry.command().stream().skip(1).forEach(args::add);
    } else {
      server.put("type", "http").put("url", entry.url());
    }
    if (!entry.values().isEmpty()) {
      var values = server.putObject(entry.valuesField());
      entry.orderedValues().forEach(values::put);
    }
    servers(content).set(entry.name(), server);
    SafeFile.write(file, JSON.writeValueAsString(content) + "\n");
  }

  @Override
  public boolean remove(String name) {
    var content = read();
    if (servers(content).remove(name) == null) {
      return false;
    }
    SafeFile.write(file, JSON.writeValueAsString(content) + "\n");
    return true;
  }

  private ObjectNode read() {
    var text = SafeFile.read(file);
    try {
      if (text.isBlank()) {
        return JSON.createObjectNode();
      }
      if (JSON.readTree(text) instanceof ObjectNode content) {
        return content;
      }
    } catch (JacksonException malformed) {
      throw unusual();
    }
    throw unusual();
  }

  private ObjectNode servers(ObjectNode content) {
    if (!content.has(SERVERS)) {
      return content.putObject(SERVERS);
    }
    if (content.get(SERVERS) instanceof ObjectNode servers) {
      return servers;
    }
    throw unusual();
  }

  private CliRefusal unusual() {
    return CliRefusal.failed(
        "file_unusual",
        "%s is not a JSON object with an object 'mcpServers'".formatted(file),
        "Correct it by hand.");
  }
}
