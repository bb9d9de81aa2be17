package dev.drover.tools.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Files and folders whose visibility to commands differs from the default.
///
/// @param hidden commands can neither read nor write these
/// @param readable commands can read these although they are in the home directory or another
///   hidden folder
/// @param writable commands may write these although they are outside the workspace
/// @param readOnly commands may not write these even inside the workspace
public record PathAccess(
    List<Path> hidden, List<Path> readable, List<Path> writable, List<Path> readOnly) {
  public static final PathAccess DEFAULT =
      new PathAccess(List.of(), List.of(), List.of(), List.of());

  public PathAccess {
    hidden = List.copyOf(hidden);
    readable = List.copyOf(readable);
    writable = List.copyOf(writable);
    readOnly = List.copyOf(readOnly);
  }

  PathAccess hiding(Path path) {
    return new PathAccess(and(hidden, path), readable, writable, readOnly);
  }

  PathAccess reading(Path path) {
    return new PathAccess(hidden, and(readable, path), writable, readOnly);
  }

  PathAccess writing(Path path) {
    return new PathAccess(hidden, readable, and(writable, path), readOnly);
  }

  PathAccess protecting(Path path) {
    return new PathAccess(hidden, readable, writable, and(readOnly, path));
  }

  private static List<Path> and(List<Path> some, Path one) {
    var all = new ArrayList<>(some);
    all.add(one);
    return all;
  }
}
