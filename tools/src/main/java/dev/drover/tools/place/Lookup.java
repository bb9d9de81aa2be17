package dev.drover.tools.place;

import dev.drover.spi.text.EditDistance;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Says what is at a place when it is not what was asked for, and what may have been meant.
public final class Lookup {
  private static final int MAX_CANDIDATES = 2_000;
  private static final int MAX_SUGGESTIONS = 3;

  private Lookup() {}

  public static void mustBeFile(Place place) throws Obstacle, IOException {
    var shown = place.shown();
    switch (place.kind()) {
      case FILE -> {}
      case MISSING -> throw new Obstacle(notFound(place));
      case FOLDER ->
          throw new Obstacle("'%s' is a directory. Use ls to see what is in it.".formatted(shown));
      case LINK -> throw becameLink(shown);
      case SPECIAL -> throw special(shown);
    }
  }

  public static void mustBeFolder(Place place) throws Obstacle, IOException {
    var shown = place.shown();
    switch (place.kind()) {
      case FOLDER -> {}
      case MISSING -> throw new Obstacle(notFound(place));
      case FILE -> throw new Obstacle("'%s' is a file. Use read to see it.".formatted(shown));
      case LINK -> throw becameLink(shown);
      case SPECIAL -> throw special(shown);
    }
  }

  /// For a tool that makes what is missing.
  public static void mayBecomeFile(Place place) throws Obstacle, IOException {
    Guarded.mustBeChangeable(place);
    if (place.kind() != Place.Kind.MISSING) {
      mustBeFile(place);
      mustBeWritable(place);
    }
  }

  public static void mustBeWritable(Place place) throws Obstacle, IOException {
    Guarded.mustBeChangeable(place);
    if (place.isReadOnly()) {
      throw new Obstacle(
          "'%s' is read-only. If it may be changed, ask the user to make it writable."
              .formatted(place.shown()));
    }
  }

  private static Obstacle becameLink(String shown) {
    return new Obstacle(
        "'%s' has become a link while it was looked at. Look at it with ls, then try again."
            .formatted(shown));
  }

  private static Obstacle special(String shown) {
    return new Obstacle(
        "'%s' is a pipe, a socket or a device, not a file. Use another file.".formatted(shown));
  }

  private static String notFound(Place place) throws IOException {
    var missing = place;
    while (missing.parent().kind() == Place.Kind.MISSING) {
      missing = missing.parent();
    }
    var what = "'%s' is not there".formatted(missing.shown());
    var about = missing.equals(place) ? "" : ", so '%s' is not either".formatted(place.shown());
    var close = closeTo(missing);
    return close.isEmpty()
        ? "%s%s. Look with ls.".formatted(what, about)
        : "%s%s. Did you mean %s?".formatted(what, about, String.join(" or ", close));
  }

  private static List<String> closeTo(Place missing) throws IOException {
    if (missing.parent().kind() != Place.Kind.FOLDER) {
      return List.of();
    }
    var wanted = missing.inside().getFileName().toString();
    return missing.parent().list(MAX_CANDIDATES).first().stream()
        .map(Place.Entry::name)
        .filter(name -> isClose(wanted, name))
        .sorted(Comparator.comparingInt((String name) -> distance(wanted, name)))
        .limit(MAX_SUGGESTIONS)
        .map(name -> missing.sibling(name).shown())
        .toList();
  }

  private static boolean isClose(String wanted, String name) {
    return distance(wanted, name) <= Math.max(wanted.length() < 3 ? 1 : 2, wanted.length() / 3);
  }

  /// Upper and lower case are alike.
  private static int distance(String one, String other) {
    return EditDistance.between(one.toLowerCase(Locale.ROOT), other.toLowerCase(Locale.ROOT));
  }
}
