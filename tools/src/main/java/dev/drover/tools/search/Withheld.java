package dev.drover.tools.search;

import dev.drover.spi.tool.FileAccess;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import java.util.concurrent.atomic.LongAdder;

/// The files that a search may not look into: what may not be read may not be found. They are asked
/// about before they are opened, so that their number says nothing about their content.
///
/// Safe for use by several threads.
final class Withheld {
  private final FileAccess access;
  private final LongAdder denied = new LongAdder();
  private final LongAdder notAsked = new LongAdder();

  Withheld(FileAccess access) {
    this.access = access;
  }

  /// Whether the file is left out.
  boolean holds(String path) {
    return switch (access.ask(path)) {
      case YES -> false;
      case NO -> {
        denied.increment();
        yield true;
      }
      case NOT_ASKED -> {
        notAsked.increment();
        yield true;
      }
    };
  }

  /// @throws Obstacle if the file that was named may not be searched
  void mustBeOpen(Place file) throws Obstacle {
    switch (access.ask(file.shown())) {
      case YES -> {}
      case NO ->
          throw new Obstacle(
              "'%s' may not be read by the policy, so it is not searched. Ask the user."
                  .formatted(file.shown()));
      case NOT_ASKED ->
          throw new Obstacle(
              "'%s' may be read only if a person agrees. Use read, which asks."
                  .formatted(file.shown()));
    }
  }

  boolean isAnything() {
    return denied.sum() + notAsked.sum() > 0;
  }

  /// Sentences for the model, or nothing.
  String text() {
    var text = new StringBuilder();
    if (denied.sum() > 0) {
      text.append(
          "\n[not searched, because the policy denies reading: %d]".formatted(denied.sum()));
    }
    if (notAsked.sum() > 0) {
      text.append(
          "\n[not searched, because a person must be asked about each: %d; use read for one]"
              .formatted(notAsked.sum()));
    }
    return text.toString();
  }
}
