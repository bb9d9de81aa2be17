package dev.drover.tools.change;

import dev.drover.kernel.BlobId;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Bytes;
import dev.drover.tools.place.Place;
import java.util.Optional;

/// One file as it was found and as it is to be.
public record Rewrite(Place place, Snapshot before, Target after) {
  /// What a file is to become.
  public sealed interface Target {
    record Gone() implements Target {}

    /// @param mode as `rwxr-x---`; empty for what the system gives a new file
    record Content(Bytes bytes, String mode) implements Target {}
  }

  /// The file with another content and the mode it has.
  public static Rewrite of(Place place, Snapshot before, byte[] content) {
    return new Rewrite(place, before, new Target.Content(Bytes.of(content), before.mode()));
  }

  public static Rewrite deleting(Place place, Snapshot before) {
    return new Rewrite(place, before, new Target.Gone());
  }

  /// The name of the content after; empty if the file is to be gone.
  Optional<BlobId> digest() {
    return switch (after) {
      case Target.Gone _ -> Optional.empty();
      case Target.Content content -> Optional.of(Blobs.nameOf(content.bytes()));
    };
  }

  /// Whether the file is as it is to be.
  boolean isDone() {
    return before.digest().equals(digest())
        && switch (after) {
          case Target.Gone _ -> true;
          case Target.Content content -> content.mode().equals(before.mode());
        };
  }
}
