package dev.drover.acp.update;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A tool call as an editor shows it.
///
/// @param id unique in the session
/// @param arguments in JSON
/// @param content everything that the call has shown so far
public record EditorCallView(
    String id,
    String tool,
    CallDescription description,
    String arguments,
    CallStatus status,
    List<EditorCallContent> content,
    List<FileLocation> locations) {
  public EditorCallView {
    content = List.copyOf(content);
    locations = List.copyOf(locations);
  }

  /// @param title one line
  public record CallDescription(String title, CallKind kind) {}

  public enum CallKind {
    READ,
    EDIT,
    SEARCH,
    EXECUTE,
    THINK,
    FETCH,
    OTHER
  }

  public enum CallStatus {
    PENDING,
    IN_PROGRESS,
    COMPLETED,
    FAILED
  }

  /// @param path absolute
  /// @param line counted from 1; null if no line is meant
  public record FileLocation(String path, @Nullable Integer line) {}

  public EditorCallView with(CallStatus next) {
    return new EditorCallView(id, tool, description, arguments, next, content, locations);
  }

  public EditorCallView with(CallStatus next, List<EditorCallContent> shown) {
    return new EditorCallView(id, tool, description, arguments, next, shown, locations);
  }

  /// The same call with more files.
  public EditorCallView at(List<FileLocation> more) {
    var all = new ArrayList<>(locations);
    more.stream()
        .filter(one -> all.stream().noneMatch(known -> known.path().equals(one.path())))
        .forEach(all::add);
    return new EditorCallView(id, tool, description, arguments, status, content, all);
  }
}
