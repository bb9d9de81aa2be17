package dev.drover.tools.change;

import dev.drover.kernel.BlobId;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.tools.change.FilesSeen.By;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.work.Printable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The rule that nobody overwrites what they have not seen: neither the model what changed since it
/// read the file, nor a person's yes what changed since the question was put.
///
/// A judgement is about the files that a call leads to, each with the content it had. What this
/// session's own tools wrote meanwhile is not held against it: calls of one turn are judged before
/// the first of them is made.
final class Freshness {
  private static final int DIGEST_SHOWN = 16;
  private static final String ABSENT = "absent";

  /// The basis of a call whose paths lead nowhere.
  static final String NOWHERE = "nowhere";

  private Freshness() {}

  /// A line for each file: what it contains, and where it is.
  static String basis(List<Place> places) throws Obstacle, IOException {
    var basis = new LinkedHashMap<String, String>();
    for (var place : places) {
      basis.put(Printable.of(place.path()), shortly(Snapshot.of(place)));
    }
    return basis.entrySet().stream()
        .map(file -> file.getValue() + " " + file.getKey())
        .collect(Collectors.joining("\n"));
  }

  /// @throws Obstacle if one of the files is not what was read or judged
  static void check(ToolInvocation call, List<Place> places, List<Rewrite> rewrites)
      throws Obstacle, IOException {
    var seen = FilesSeen.of(call);
    for (var rewrite : rewrites) {
      mustBeAsRead(rewrite, seen);
    }
    if (!call.basis().isEmpty()) {
      mustBeAsJudged(parse(call.basis()), places, seen);
    }
  }

  private static void mustBeAsRead(Rewrite rewrite, FilesSeen seen) throws Obstacle {
    var last = seen.last(rewrite.place()).map(FilesSeen.Seen::content);
    var now = rewrite.before().digest();
    // A file that is gone has nothing in it that could be lost.
    if (last.isPresent() && now.isPresent() && !last.equals(now)) {
      throw new Obstacle(
          "'%s' changed since you read it. Nothing was written. Read it again, then change it."
              .formatted(rewrite.place().shown()));
    }
  }

  private static void mustBeAsJudged(Map<String, String> basis, List<Place> places, FilesSeen seen)
      throws Obstacle, IOException {
    for (var place : places) {
      var judged = basis.get(Printable.of(place.path()));
      if (judged == null) {
        throw new Obstacle(
            "The path leads to '%s' now, which is not where it led when this call was judged. "
                    .formatted(place.shown())
                + "Nothing was written. Look with ls, then repeat the call.");
      }
      var now = Snapshot.of(place);
      if (!judged.equals(shortly(now)) && !isOwn(place, now, seen)) {
        throw new Obstacle(
            "'%s' changed after this call was judged. Nothing was written. "
                    .formatted(place.shown())
                + "Read it again, then repeat the call if it is still right.");
      }
    }
  }

  private static boolean isOwn(Place place, Snapshot now, FilesSeen seen) {
    return seen.last(place)
        .filter(last -> last.by() == By.WRITTEN && now.digest().equals(Optional.of(last.content())))
        .isPresent();
  }

  private static Map<String, String> parse(String basis) {
    var files = new LinkedHashMap<String, String>();
    basis
        .lines()
        .forEach(line -> files.put(line.substring(line.indexOf(' ') + 1), line.split(" ", 2)[0]));
    return files;
  }

  private static String shortly(Snapshot snapshot) {
    return snapshot.digest().map(Freshness::shortly).orElse(ABSENT);
  }

  private static String shortly(BlobId digest) {
    return digest.sha256().substring(0, DIGEST_SHOWN);
  }
}
