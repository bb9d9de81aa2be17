package dev.drover.tools.file;

import dev.drover.kernel.Input.Finding;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import java.io.IOException;
import java.util.Arrays;

/// Finds out from the file whether an edit whose outcome was lost has been made.
///
/// A file is moved into place whole, so it is as it was, or as it was to become. Each of the two is
/// held against what is there now: if only one fits, that is the answer, and if both or neither do,
/// nobody can tell. What is left of the file that was to be moved in proves that it was not moved.
///
/// Two texts that contain each other make the file fit both: an anchor that was kept and got a line
/// added looks the same as one that had that line before. And a text that was taken out leaves
/// nothing to see. Then the answer is that one cannot tell; a guess might add the line twice.
final class EditProbe {
  private final String text;
  private final Replacement change;

  /// Where `old` is now.
  private final int[] olds;

  /// Where `new` is now; nowhere if it is empty.
  private final int[] news;

  private EditProbe(Document document, Replacement change) {
    this.text = document.text();
    this.change = change;
    this.olds = document.find(change.old());
    this.news = change.replacement().isEmpty() ? new int[0] : document.find(change.replacement());
  }

  /// @param leftover where the file was written before it was to be moved
  static Finding look(Place place, Replacement change, Place leftover)
      throws Obstacle, IOException {
    if (leftover.kind() == Place.Kind.FILE) {
      return new Finding.DidNotHappen();
    }
    var probe = new EditProbe(Edit.load(place), change);
    if (probe.mayBeBefore() && !probe.mayBeAfter()) {
      return new Finding.DidNotHappen();
    }
    if (probe.showsTheEdit()) {
      return new Finding.Happened(
          new ToolOutcome.Succeeded(
              Text.of(
                  "Edited '%s': `new` is there, and `old` is not any more."
                      .formatted(place.shown()))));
    }
    return new Finding.CannotTell(
        "'%s' does not show whether it was edited. Read it before you go on."
            .formatted(place.shown()));
  }

  private boolean mayBeBefore() {
    return switch (change.extent()) {
      case ONCE -> olds.length == 1;
      case EVERYWHERE -> olds.length > 0;
    };
  }

  private boolean mayBeAfter() {
    if (change.replacement().isEmpty()) {
      return true;
    }
    return switch (change.extent()) {
      case EVERYWHERE -> news.length > 0;
      case ONCE -> Arrays.stream(news).anyMatch(this::fitsWhenUndoneAt);
    };
  }

  /// Only where it stands for itself: an edit to a text that the file has elsewhere as well may or
  /// may not have been made.
  private boolean showsTheEdit() {
    return olds.length == 0
        && mayBeAfter()
        && switch (change.extent()) {
          case ONCE -> news.length == 1;
          case EVERYWHERE -> news.length > 0;
        };
  }

  /// Whether the file with `old` put back at this place would have it there and nowhere else.
  private boolean fitsWhenUndoneAt(int at) {
    var old = change.old();
    int end = at + change.replacement().length();
    boolean elsewhere =
        olds.length > 0 && (olds[0] + old.length() <= at || olds[olds.length - 1] >= end);
    if (elsewhere) {
      return false;
    }
    int reach = old.length() - 1;
    int from = Math.max(0, at - reach);
    var around =
        text.substring(from, at) + old + text.substring(end, Math.min(text.length(), end + reach));
    return around.indexOf(old) == at - from && around.indexOf(old, at - from + 1) < 0;
  }
}
