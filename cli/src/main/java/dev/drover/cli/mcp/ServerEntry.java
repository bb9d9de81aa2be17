package dev.drover.cli.mcp;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A server to be written into a file. Either a command or an address.
///
/// @param command empty for a server over HTTP
/// @param url empty for a program
/// @param values variables of a program, or headers of requests
public record ServerEntry(
    String name, List<String> command, String url, Map<String, String> values) {
  public ServerEntry {
    command = List.copyOf(command);
    values = Map.copyOf(values);
  }

  /// The field of the values.
  String valuesField() {
    return url.isEmpty() ? "env" : "headers";
  }

  /// In a fixed order, so that the same command writes the same file.
  Map<String, String> orderedValues() {
    return new TreeMap<>(values);
  }
}
