package dev.drover.acp.update;

import dev.drover.acp.update.EditorCallView.CallDescription;
import dev.drover.acp.update.EditorCallView.CallKind;
import dev.drover.acp.update.EditorCallView.CallStatus;
import dev.drover.acp.update.EditorCallView.FileLocation;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Describes calls: their titles, kinds and files, from the names and arguments of tools.
///
/// @param workspace paths in arguments are relative to it
/// @param visible replaces characters that are invisible or reorder text by marks
public record EditorCallViews(Path workspace, UnaryOperator<String> visible) {
  private static final JsonMapper MAPPER = JsonMapper.shared();
  private static final int LONGEST_TITLE = 160;

  /// A call that has not started.
  ///
  /// @param arguments in JSON
  public EditorCallView of(String id, String tool, String arguments) {
    var given = parse(arguments);
    return new EditorCallView(
        id, tool, describe(tool, given), arguments, CallStatus.PENDING, List.of(), locate(given));
  }

  private CallDescription describe(String tool, JsonNode given) {
    return switch (tool) {
      case "read" -> titled(CallKind.READ, "Read", paths(given));
      case "ls" -> titled(CallKind.READ, "List", text(given, "path", "."));
      case "artifact" -> titled(CallKind.READ, "Read artifact", text(given, "id", ""));
      case "glob" -> titled(CallKind.SEARCH, "Find", text(given, "pattern", ""));
      case "grep" -> titled(CallKind.SEARCH, "Search for", text(given, "pattern", ""));
      case "write" -> titled(CallKind.EDIT, "Write", text(given, "path", ""));
      case "edit" -> titled(CallKind.EDIT, "Edit", text(given, "path", ""));
      case "patch" -> titled(CallKind.EDIT, "Apply a patch", "");
      case "bash" -> titled(CallKind.EXECUTE, "", text(given, "command", tool));
      case "process" ->
          titled(
              CallKind.EXECUTE, "Process", text(given, "action", "") + " " + text(given, "id", ""));
      case "fetch" -> titled(CallKind.FETCH, "Fetch", text(given, "url", ""));
      case "todo" -> titled(CallKind.THINK, "Update the plan", "");
      case "task" -> titled(CallKind.THINK, "Task for", text(given, "agent", ""));
      default -> titled(CallKind.OTHER, tool, "");
    };
  }

  private CallDescription titled(CallKind kind, String verb, String object) {
    var line = oneLine((verb + " " + object).strip());
    var cut = line.length() <= LONGEST_TITLE ? line : line.substring(0, LONGEST_TITLE - 1) + "…";
    return new CallDescription(visible.apply(cut), kind);
  }

  private static String text(JsonNode given, String field, String otherwise) {
    return given.path(field).asString(otherwise);
  }

  private static String paths(JsonNode given) {
    if (given.path("path").isString()) {
      return given.path("path").asString();
    }
    var all = new ArrayList<String>();
    given.path("ranges").forEach(range -> all.add(text(range, "path", "")));
    return String.join(", ", all.stream().distinct().toList());
  }

  private List<FileLocation> locate(JsonNode given) {
    var found = new ArrayList<FileLocation>();
    add(found, given);
    given.path("ranges").forEach(range -> add(found, range));
    return found;
  }

  private void add(List<FileLocation> found, JsonNode given) {
    var path = given.path("path");
    if (path.isString()) {
      var absolute = absolute(path.asString());
      if (absolute != null) {
        var line = given.path("offset");
        found.add(new FileLocation(absolute, line.canConvertToInt() ? line.asInt() : null));
      }
    }
  }

  /// @return null if it is not a path
  @Nullable String absolute(String path) {
    try {
      return workspace.resolve(path).normalize().toString();
    } catch (InvalidPathException malformed) {
      return null;
    }
  }

  static JsonNode parse(String arguments) {
    try {
      return MAPPER.readTree(arguments);
    } catch (JacksonException malformed) {
      return MAPPER.createObjectNode();
    }
  }

  private static String oneLine(String text) {
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining(" ⏎ "));
  }
}
