package dev.drover.tools.file;

import dev.drover.spi.secret.Redactor;
import dev.drover.tools.change.MaskedContent;
import dev.drover.tools.change.Rewrite;
import dev.drover.tools.change.Snapshot;
import dev.drover.tools.place.Lookup;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.text.Diff;
import dev.drover.tools.text.Document;
import dev.drover.tools.text.Leniency;
import dev.drover.tools.text.Quotation.Result;
import dev.drover.tools.text.Splice;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/// An edit that was found to fit the file as it is, and not made yet.
///
/// @param splices what is replaced in the document's text
/// @param how far the text was from what was quoted
record Edit(Place place, Snapshot before, Document document, List<Splice> splices, Leniency how) {
  private static final int LINES_NAMED = 10;

  static Edit plan(Place place, Replacement given, Redactor redactor) throws Obstacle, IOException {
    Lookup.mustBeFile(place);
    var before = Snapshot.of(place);
    var document = Document.of(place.shown(), contentOf(place, before));
    var change = given.restored(MaskedContent.of(redactor, place, document.text()));
    return switch (change.quotation().in(document.text(), change.overlap())) {
      case Result.Found(var splices, var how) -> {
        if (change.extent() == Replacement.Extent.ONCE && splices.size() > 1) {
          throw new Obstacle(tooOften(place, document, splices, how));
        }
        yield new Edit(place, before, document, splices, how);
      }
      case Result.Nowhere _ -> throw new Obstacle(notThere(place, document, change.old()));
      case Result.TooMuch(var start, var how) ->
          throw new Obstacle(
              "`old` fits '%s' at line %d only with %s, and takes up far more there than you quoted. "
                      .formatted(place.shown(), document.lineOf(start), how.words())
                  + "Nothing was written. Read the file and copy the text exactly.");
      case Result.Uneven(var start) ->
          throw new Obstacle(
              "`old` fits '%s' at line %d but for its indentation, which differs from line to line. "
                      .formatted(place.shown(), document.lineOf(start))
                  + "Nothing was written. Read the file and copy the text exactly.");
    };
  }

  private static byte[] contentOf(Place place, Snapshot snapshot) throws Obstacle, IOException {
    return switch (snapshot) {
      case Snapshot.Held held -> held.content().array();
      case Snapshot.Large _ ->
          throw new Obstacle(
              "'%s' is larger than %d MiB, too large for edit. Change it with a program."
                  .formatted(place.shown(), Snapshot.MAX_HELD / 1024 / 1024));
      case Snapshot.Missing _ ->
          throw new Obstacle("'%s' is not there. Look with ls.".formatted(place.shown()));
    };
  }

  Rewrite rewrite() {
    return Rewrite.of(place, before, document.with(splices));
  }

  /// For whoever decides about it.
  String wholeDiff() {
    return Diff.whole(document.text(), splices);
  }

  String diff() {
    return Diff.of(document.text(), splices);
  }

  /// Where, and how it was found if that was not as quoted.
  String found() {
    var places = splices.size() == 1 ? "1 place" : "%d places".formatted(splices.size());
    return how == Leniency.EXACT ? places : "%s, found with %s".formatted(places, how.words());
  }

  private static String tooOften(
      Place place, Document document, List<Splice> splices, Leniency how) {
    var with = how == Leniency.EXACT ? "" : " with " + how.words();
    return "`old` is in '%s' %d times%s, on lines %s. Nothing was written. "
            .formatted(place.shown(), splices.size(), with, lines(document, starts(splices)))
        + "Quote more lines around it so that it fits once, or set replaceAll.";
  }

  private static String notThere(Place place, Document document, String old) {
    var advice = "Read the file and copy the text exactly, with its white space.";
    var firstLine = old.lines().filter(line -> !line.isBlank()).findFirst().orElse("").strip();
    var near = firstLine.isEmpty() ? List.<Integer>of() : document.find(firstLine);
    var hint =
        near.isEmpty() || firstLine.equals(old)
            ? ""
            : "Its first line, without indentation, is on line %s. "
                .formatted(lines(document, near));
    return "`old` is in '%s' 0 times. Nothing was written. %s%s"
        .formatted(place.shown(), hint, advice);
  }

  private static List<Integer> starts(List<Splice> splices) {
    return splices.stream().map(Splice::start).toList();
  }

  private static String lines(Document document, List<Integer> starts) {
    var named =
        starts.stream()
            .limit(LINES_NAMED)
            .map(at -> Integer.toString(document.lineOf(at)))
            .collect(Collectors.joining(", "));
    return starts.size() > LINES_NAMED ? named + ", …" : named;
  }
}
