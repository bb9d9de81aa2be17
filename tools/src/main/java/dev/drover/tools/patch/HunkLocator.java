package dev.drover.tools.patch;

import dev.drover.tools.patch.PatchHunk.Location;
import dev.drover.tools.text.DiffFormatter;
import dev.drover.tools.text.MatchLeniency;
import dev.drover.tools.text.QuotedText;
import dev.drover.tools.workspace.ToolRefusal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;

/// Finds the positions of the hunks of one file.
///
/// A hunk fits where its lines are: at the position it names, or elsewhere if there is exactly one
/// such position. Lines are compared byte for byte with their line ends first, then without line
/// ends, then as [MatchLeniency] defines. Hunks must be in the order of the file.
///
/// Used for one file.
final class HunkLocator {
  private static final int LINES_NAMED = 10;
  private static final int SHOWN_CHARS = 120;

  private final String shown;
  private final FileLines lines;
  private final List<Fit> fits = new ArrayList<>();

  /// The position of a hunk.
  ///
  /// @param at the first line, counted from 0
  /// @param exact whether its lines match byte for byte
  record Fit(PatchHunk hunk, int at, boolean exact, MatchLeniency how) {
    int end() {
      return at + hunk.old().size();
    }
  }

  private HunkLocator(String shown, FileLines lines) {
    this.shown = shown;
    this.lines = lines;
  }

  static List<Fit> of(String shown, FileLines lines, List<PatchHunk> hunks) throws ToolRefusal {
    var fitting = new HunkLocator(shown, lines);
    for (var hunk : hunks) {
      fitting.fits.add(hunk.old().isEmpty() ? fitting.insertion(hunk) : fitting.fit(hunk));
    }
    return fitting.fits;
  }

  private Fit insertion(PatchHunk hunk) throws ToolRefusal {
    int at =
        switch (hunk.location()) {
          case Location.AtLine(var line) -> line + drift();
          case Location.AtEnd _ -> lines.size();
          case Location.Below(var anchors) -> insertionBelow(anchors);
        };
    if (at < from() || at > lines.size()) {
      throw wrong(
          "adds lines after line %d, and the file has %d lines.".formatted(at, lines.size()));
    }
    // Only a unified diff specifies line ends.
    return new Fit(hunk, at, hunk.location() instanceof Location.AtLine, MatchLeniency.EXACT);
  }

  private int insertionBelow(List<String> anchors) throws ToolRefusal {
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

  private Fit fit(PatchHunk hunk) throws ToolRefusal {
    var exact = places(hunk, lines.raw(), hunk.old());
    if (!exact.isEmpty()) {
      return new Fit(hunk, only(exact), true, MatchLeniency.EXACT);
    }
    for (var how : MatchLeniency.values()) {
      var places =
          places(hunk, lines.normalizedLines(how), FileLines.normalizedLines(hunk.old(), how));
      if (!places.isEmpty()) {
        int at = only(places);
        mustNotBeFarMore(hunk, at, how);
        return new Fit(hunk, at, false, how);
      }
    }
    throw wrong(nearest(hunk));
  }

  /// The position that the hunk names if the lines are there, otherwise all positions that have
  /// them.
  private List<Integer> places(PatchHunk hunk, List<String> all, List<String> wanted)
      throws ToolRefusal {
    return switch (hunk.location()) {
      case Location.AtLine(var line) -> {
        int expected = line - 1 + drift();
        yield expected >= from() && isAt(all, wanted, expected)
            ? List.of(expected)
            : everywhere(all, wanted, from());
      }
      case Location.AtEnd _ -> {
        int expected = all.size() - wanted.size();
        yield expected >= from() && isAt(all, wanted, expected) ? List.of(expected) : List.of();
      }
      case Location.Below(var anchors) -> {
        if (anchors.isEmpty()) {
          yield everywhere(all, wanted, from());
        }
        var places = new LinkedHashSet<Integer>();
        // The anchor may also be the first line of the hunk itself.
        for (int anchor : anchored(anchors)) {
          everywhere(all, wanted, anchor).stream().findFirst().ifPresent(places::add);
        }
        yield List.copyOf(places);
      }
    };
  }

  /// The positions of the last anchor; several if the first anchor occurs several times.
  private List<Integer> anchored(List<String> anchors) throws ToolRefusal {
    var found = List.of(from() - 1);
    for (int i = 0; i < anchors.size(); i++) {
      var wanted = List.of(MatchLeniency.ALL.normalize(anchors.get(i)));
      var next = new LinkedHashSet<Integer>();
      for (int above : found) {
        var places = everywhere(lines.normalizedLines(MatchLeniency.ALL), wanted, above + 1);
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

  private int only(List<Integer> places) throws ToolRefusal {
    if (places.size() > 1) {
      throw ambiguous(places.stream().map(at -> at + 1).toList(), "its lines are");
    }
    return places.getFirst();
  }

  private void mustNotBeFarMore(PatchHunk hunk, int at, MatchLeniency how) throws ToolRefusal {
    var old = hunk.old();
    var found = String.join("", lines.raw().subList(at, at + old.size()));
    if (QuotedText.isFarMore(found, String.join("", old))) {
      throw wrong(
          "fits at line %d only with %s, and takes up far more there than its lines say."
              .formatted(at + 1, how.describe()));
    }
  }

  /// The first line that is not used by the preceding hunks.
  private int from() {
    return fits.isEmpty() ? 0 : fits.getLast().end();
  }

  /// The distance in lines of the preceding hunk from the position it named.
  private int drift() {
    if (fits.isEmpty()
        || !(fits.getLast().hunk().location() instanceof Location.AtLine(var line))) {
      return 0;
    }
    boolean insertion = fits.getLast().hunk().old().isEmpty();
    return fits.getLast().at() - (insertion ? line : line - 1);
  }

  private ToolRefusal ambiguous(List<Integer> lineNumbers, String what) {
    var named =
        lineNumbers.stream()
            .limit(LINES_NAMED)
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    return wrong(
        "fits %d places: %s on lines %s. Give more lines around it."
            .formatted(lineNumbers.size(), what, named));
  }

  /// Describes the closest position for a hunk that fits nowhere, with its first differing line.
  private String nearest(PatchHunk hunk) {
    var all = lines.normalizedLines(MatchLeniency.ALL);
    var wanted = FileLines.normalizedLines(hunk.old(), MatchLeniency.ALL);
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
    return DiffFormatter.cut(FileLines.content(line).strip(), SHOWN_CHARS);
  }

  private ToolRefusal wrong(String what) {
    return new ToolRefusal("Hunk %d of '%s' %s".formatted(fits.size() + 1, shown, what));
  }
}
