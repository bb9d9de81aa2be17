package dev.drover.tools.workspace;

import dev.drover.spi.text.EditDistance;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Explains what is at a path if it is not what was asked for, and suggests similar paths.
public final class PathDiagnostics {
  private static final int MAX_CANDIDATES = 2_000;
  private static final int MAX_SUGGESTIONS = 3;

  private PathDiagnostics() {}

  public static void mustBeFile(WorkspacePath place) throws ToolRefusal, IOException {
    var shown = place.displayPath();
    switch (place.kind()) {
      case FILE -> {}
      case MISSING -> throw new ToolRefusal(notFound(place));
      case FOLDER ->
          throw new ToolRefusal(
              "'%s' is a directory. Use ls to see what is in it.".formatted(shown));
      case LINK -> throw becameLink(shown);
      case SPECIAL -> throw special(shown);
    }
  }

  public static void mustBeFolder(WorkspacePath place) throws ToolRefusal, IOException {
    var shown = place.displayPath();
    switch (place.kind()) {
      case FOLDER -> {}
      case MISSING -> throw new ToolRefusal(notFound(place));
      case FILE -> throw new ToolRefusal("'%s' is a file. Use read to see it.".formatted(shown));
      case LINK -> throw becameLink(shown);
      case SPECIAL -> throw special(shown);
    }
  }

  /// For a tool that creates missing files.
  public static void mayBecomeFile(WorkspacePath place) throws ToolRefusal, IOException {
    ProtectedPaths.mustBeChangeable(place);
    if (place.kind() != WorkspacePath.Kind.MISSING) {
      mustBeFile(place);
      mustBeWritable(place);
    }
  }

  public static void mustBeWritable(WorkspacePath place) throws ToolRefusal, IOException {
    ProtectedPaths.mustBeChangeable(place);
    if (place.isReadOnly()) {
      throw new ToolRefusal(
          "'%s' is read-only. If it may be changed, ask the user to make it writable."
              .formatted(place.displayPath()));
    }
  }

  private static ToolRefusal becameLink(String shown) {
    return new ToolRefusal(
        "'%s' has become a link while it was looked at. Look at it with ls, then try again."
            .formatted(shown));
  }

  private static ToolRefusal special(String shown) {
    return new ToolRefusal(
        "'%s' is a pipe, a socket or a device, not a file. Use another file.".formatted(shown));
  }

  private static String notFound(WorkspacePath place) throws IOException {
    var missing = place;
    while (missing.parent().kind() == WorkspacePath.Kind.MISSING) {
      missing = missing.parent();
    }
    var what = "'%s' is not there".formatted(missing.displayPath());
    var about =
        missing.equals(place) ? "" : ", so '%s' is not either".formatted(place.displayPath());
    var close = closeTo(missing);
    return close.isEmpty()
        ? "%s%s. Look with ls.".formatted(what, about)
        : "%s%s. Did you mean %s?".formatted(what, about, String.join(" or ", close));
  }

  private static List<String> closeTo(WorkspacePath missing) throws IOException {
    if (missing.parent().kind() != WorkspacePath.Kind.FOLDER) {
      return List.of();
    }
    var wanted = missing.relativePath().getFileName().toString();
    return missing.parent().list(MAX_CANDIDATES).first().stream()
        .map(WorkspacePath.Entry::name)
        .filter(name -> isClose(wanted, name))
        .sorted(Comparator.comparingInt((String name) -> distance(wanted, name)))
        .limit(MAX_SUGGESTIONS)
        .map(name -> missing.sibling(name).displayPath())
        .toList();
  }

  private static boolean isClose(String wanted, String name) {
    return distance(wanted, name) <= Math.max(wanted.length() < 3 ? 1 : 2, wanted.length() / 3);
  }

  /// Ignores case.
  private static int distance(String one, String other) {
    return EditDistance.between(one.toLowerCase(Locale.ROOT), other.toLowerCase(Locale.ROOT));
  }
}
