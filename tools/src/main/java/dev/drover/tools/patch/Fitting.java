package dev.drover.tools.patch;

import dev.drover.tools.patch.Hunk.Spot;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.text.Diff;
import dev.drover.tools.text.Leniency;
import dev.drover.tools.text.Quotation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;

/// Finds where the hunks of one file go.
///
/// A hunk fits where its lines are: where it says, or elsewhere if that is one place only. First
/// byte for byte, line ends included; then line ends aside; then as [Leniency] has it. Hunks are in
/// the order of the file.
///
/// Made for one file.
final class Fitting {
  private static final int LINES_NAMED = 10;
  private static final int SHOWN_CHARS = 120;

  private final String shown;
  private final FileLines lines;
  private final List<Fit> fits = new ArrayList<>();

  /// Where a hunk goes.
  ///
  /// @param at the first line, counted from 0
  /// @param exact whether its lines are there byte for byte
  record Fit(Hunk hunk, int at, boolean exact, Leniency how) {
    int end() {
      return at + hunk.old().size();
    }
  }

  private Fitting(String shown, FileLines lines) {
    this.shown = shown;
    this.lines = lines;
  }

  static List<Fit> of(String shown, FileLines lines, List<Hunk> hunks) throws Obstacle {
    var fitting = new Fitting(shown, lines);
    for (var hunk : hunks) {
      fitting.fits.add(hunk.old().isEmpty() ? fitting.insertion(hunk) : fitting.fit(hunk));
    }
    return fitting.fits;
  }

  private Fit insertion(Hunk hunk) throws Obstacle {
    int at =
        switch (hunk.spot()) {
          case Spot.AtLine(var line) -> line + drift();
          case Spot.AtEnd _ -> lines.size();
          case Spot.Below(var anchors) -> insertionBelow(anchors);
        };
    if (at < from() || at > lines.size()) {
      throw wrong(
          "adds lines after line %d, and the file has %d lines.".formatted(at, lines.size()));
    }
    // Only a diff says how lines end.
    return new Fit(hunk, at, hunk.spot() instanceof Spot.AtLine, Leniency.EXACT);
  }

  private int insertionBelow(List<String> anchors) throws Obstacle {
    if (anchors.isEmpty()) {
      if (lines.size() > 0) {
        throw wrong("has no line that says where it goes. Give some lines around it.");
      }
      return 0;
    }
    var below = anchored(anchors).stream().map(at -> at + 1).toList();
    if (below.size() > 1) {
      throw ambiguous(below, "its '@@' line is");
    }
    return below.getFirst();
  }

  private Fit fit(Hunk hunk) throws Obstacle {
    var exact = places(hunk, lines.raw(), hunk.old());
    if (!exact.isEmpty()) {
      return new Fit(hunk, only(exact), true, Leniency.EXACT);
    }
    for (var how : Leniency.values()) {
      var places = places(hunk, lines.essences(how), FileLines.essences(hunk.old(), how));
      if (!places.isEmpty()) {
        int at = only(places);
        mustNotBeFarMore(hunk, at, how);
        return new Fit(hunk, at, false, how);
      }
    }
    throw wrong(nearest(hunk));
  }

  /// Where lines are, if they are where they are said to be; else everywhere they are.
  private List<Integer> places(Hunk hunk, List<String> all, List<String> wanted) throws Obstacle {
    return switch (hunk.spot()) {
      case Spot.AtLine(var line) -> {
        int said = line - 1 + drift();
        yield said >= from() && isAt(all, wanted, said)
            ? List.of(said)
            : everywhere(all, wanted, from());
      }
      case Spot.AtEnd _ -> {
        int said = all.size() - wanted.size();
        yield said >= from() && isAt(all, wanted, said) ? List.of(said) : List.of();
      }
      case Spot.Below(var anchors) -> {
        if (anchors.isEmpty()) {
          yield everywhere(all, wanted, from());
        }
        var places = new LinkedHashSet<Integer>();
        // The anchor may be the first of the hunk's own lines, too.
        for (int anchor : anchored(anchors)) {
          everywhere(all, wanted, anchor).stream().findFirst().ifPresent(places::add);
        }
        yield List.copyOf(places);
      }
    };
  }

  /// Where the last of the anchors is; several places if the first is there several times.
  private List<Integer> anchored(List<String> anchors) throws Obstacle {
    var found = List.of(from() - 1);
    for (int i = 0; i < anchors.size(); i++) {
      var wanted = List.of(Leniency.ALL.essence(anchors.get(i)));
      var next = new LinkedHashSet<Integer>();
      for (int above : found) {
        var places = everywhere(lines.essences(Leniency.ALL), wanted, above + 1);
        next.addAll(i == 0 ? places : places.stream().limit(1).toList());
      }
      if (next.isEmpty()) {
        throw wrong("is to be below '%s', which is not there.".formatted(anchors.get(i)));
      }
      found = List.copyOf(next);
    }
    return found;
  }

  private static List<Integer> everywhere(List<String> all, List<String> wanted, int from) {
    var places = new ArrayList<Integer>();
    for (int at = from; at + wanted.size() <= all.size(); at++) {
      if (isAt(all, wanted, at)) {
        places.add(at);
      }
    }
    return places;
  }

  private static boolean isAt(List<String> all, List<String> wanted, int at) {
    return at >= 0
        && at + wanted.size() <= all.size()
        && all.subList(at, at + wanted.size()).equals(wanted);
  }

  private int only(List<Integer> places) throws Obstacle {
    if (places.size() > 1) {
      throw ambiguous(places.stream().map(at -> at + 1).toList(), "its lines are");
    }
    return places.getFirst();
  }

  private void mustNotBeFarMore(Hunk hunk, int at, Leniency how) throws Obstacle {
    var old = hunk.old();
    var found = String.join("", lines.raw().subList(at, at + old.size()));
    if (Quotation.isFarMore(found, String.join("", old))) {
      throw wrong(
          "fits at line %d only with %s, and takes up far more there than its lines say."
              .formatted(at + 1, how.words()));
    }
  }

  /// The first line that is not taken by the hunks before.
  private int from() {
    return fits.isEmpty() ? 0 : fits.getLast().end();
  }

  /// How many lines further down the hunk before was than it said.
  private int drift() {
    if (fits.isEmpty() || !(fits.getLast().hunk().spot() instanceof Spot.AtLine(var line))) {
      return 0;
    }
    boolean insertion = fits.getLast().hunk().old().isEmpty();
    return fits.getLast().at() - (insertion ? line : line - 1);
  }

  private Obstacle ambiguous(List<Integer> lineNumbers, String what) {
    var named =
        lineNumbers.stream()
            .limit(LINES_NAMED)
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    return wrong(
        "fits %d places: %s on lines %s. Give more lines around it."
            .formatted(lineNumbers.size(), what, named));
  }

  /// What is most like a hunk that fits nowhere, and the first line that is not.
  private String nearest(Hunk hunk) {
    var all = lines.essences(Leniency.ALL);
    var wanted = FileLines.essences(hunk.old(), Leniency.ALL);
    int best = 0;
    int bestAt = -1;
    for (int at = from(); at < all.size(); at++) {
      int same = 0;
      for (int i = 0; i < Math.min(wanted.size(), all.size() - at); i++) {
        boolean alike = !wanted.get(i).isEmpty() && wanted.get(i).equals(all.get(at + i));
        same += alike ? 1 : 0;
      }
      if (same > best) {
        best = same;
        bestAt = at;
      }
    }
    if (bestAt < 0) {
      return "has no line in common with the file%s."
          .formatted(fits.isEmpty() ? "" : " below the hunk before it");
    }
    int off = 0;
    while (off < wanted.size() - 1
        && bestAt + off < all.size()
        && wanted.get(off).equals(all.get(bestAt + off))) {
      off++;
    }
    var there = bestAt + off < all.size() ? lines.raw().get(bestAt + off) : "[end of file]";
    return "does not fit. Nearest is line %d, where the patch has '%s' and the file has '%s'."
        .formatted(bestAt + off + 1, brief(hunk.old().get(off)), brief(there));
  }

  private static String brief(String line) {
    return Diff.cut(FileLines.content(line).strip(), SHOWN_CHARS);
  }

  private Obstacle wrong(String what) {
    return new Obstacle("Hunk %d of '%s' %s".formatted(fits.size() + 1, shown, what));
  }
}
