package dev.drover.tools.file;

import dev.drover.tools.place.Lookup;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;

/// An edit that was found to fit the file as it is, and not made yet.
final class Edit {
  /// Larger files are not what one edits by quoting them.
  static final int MAX_BYTES = 10 * 1024 * 1024;

  private static final int LINES_NAMED = 10;

  private final Place place;
  private final Document document;
  private final Replacement change;

  /// Where in the document the text stands that goes.
  private final int[] starts;

  private Edit(Place place, Document document, Replacement change, int[] starts) {
    this.place = place;
    this.document = document;
    this.change = change;
    this.starts = starts;
  }

  static Edit plan(Place place, Replacement change) throws Obstacle, IOException {
    var document = load(place);
    var starts =
        switch (change.extent()) {
          case ONCE -> document.find(change.old());
          case EVERYWHERE -> document.findApart(change.old());
        };
    if (starts.length == 0) {
      throw new Obstacle(notThere(place, document, change.old()));
    }
    if (change.extent() == Replacement.Extent.ONCE && starts.length > 1) {
      throw new Obstacle(
          "`old` is in '%s' %d times, on lines %s. Nothing was written. "
                  .formatted(place.shown(), starts.length, lines(document, starts))
              + "Quote more lines around it so that it fits once, or set replaceAll.");
    }
    return new Edit(place, document, change, starts);
  }

  static Document load(Place place) throws Obstacle, IOException {
    Lookup.mustBeFile(place);
    try (var stream = place.read()) {
      var bytes = stream.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new Obstacle(
            "'%s' is larger than %d MiB, too large for edit. Change it with a program."
                .formatted(place.shown(), MAX_BYTES / 1024 / 1024));
      }
      return Document.of(bytes, place.shown());
    }
  }

  Place place() {
    return place;
  }

  int places() {
    return starts.length;
  }

  byte[] result() {
    return document.replacing(starts, change.old().length(), change.replacement());
  }

  String diff() {
    return Diff.of(document.text(), starts, change);
  }

  private static String notThere(Place place, Document document, String old) {
    var advice = "Read the file and copy the text exactly, with its white space.";
    var firstLine = old.lines().filter(line -> !line.isBlank()).findFirst().orElse("").strip();
    var near = firstLine.isEmpty() ? new int[0] : document.find(firstLine);
    var hint =
        near.length == 0 || firstLine.equals(old)
            ? ""
            : "Its first line, without indentation, is on line %s. "
                .formatted(lines(document, near));
    return "`old` is in '%s' 0 times. Nothing was written. %s%s"
        .formatted(place.shown(), hint, advice);
  }

  private static String lines(Document document, int[] starts) {
    var named =
        Arrays.stream(starts)
            .limit(LINES_NAMED)
            .mapToObj(at -> Integer.toString(document.lineOf(at)))
            .collect(Collectors.joining(", "));
    return starts.length > LINES_NAMED ? named + ", …" : named;
  }
}
