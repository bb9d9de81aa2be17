package dev.drover.tools.change;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.FileChange;
import dev.drover.kernel.FileChange.Copy;
import dev.drover.kernel.FileChange.Side;
import dev.drover.spi.store.Bytes;
import dev.drover.tools.place.Lookup;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/// What was at a place at one moment. Its content is held up to a size; of a larger file only the
/// digest is known.
public sealed interface Snapshot {
  /// The most that is held in memory, and the most that a copy is kept of.
  int MAX_HELD = 10 * 1024 * 1024;

  record Missing() implements Snapshot {}

  /// @param mode as `rwxr-x---`; empty where files have none
  record Held(Bytes content, BlobId name, String mode) implements Snapshot {}

  record Large(BlobId name, String mode) implements Snapshot {}

  /// @throws Obstacle if something is there that is no file
  static Snapshot of(Place place) throws Obstacle, IOException {
    if (place.kind() == Place.Kind.MISSING) {
      return new Missing();
    }
    Lookup.mustBeFile(place);
    try (var stream = Digesting.open(place)) {
      var mode = place.mode();
      var head = stream.readNBytes(MAX_HELD + 1);
      if (head.length <= MAX_HELD) {
        return new Held(Bytes.of(head), stream.digest(), mode);
      }
      return new Large(stream.digest(), mode);
    } catch (NoSuchFileException _) {
      return new Missing();
    }
  }

  /// The name of the content; empty if nothing is there.
  default Optional<BlobId> digest() {
    return switch (this) {
      case Missing _ -> Optional.empty();
      case Held held -> Optional.of(held.name());
      case Large large -> Optional.of(large.name());
    };
  }

  default String mode() {
    return switch (this) {
      case Missing _ -> "";
      case Held held -> held.mode();
      case Large large -> large.mode();
    };
  }

  /// Whether a file that was announced to be so is so. The mode counts only where nothing else
  /// tells the two sides of a change apart, see [Standing].
  default boolean hasContentOf(Side side) {
    return switch (side) {
      case Side.Absent _ -> this instanceof Missing;
      case Side.File file -> digest().equals(Optional.of(file.digest()));
      case Side.Folder _, Side.Link _, Side.Unread _, Side.Unseen _ -> false;
    };
  }

  /// As it is announced; what can be kept must have been kept.
  default Side side() {
    return switch (this) {
      case Missing _ -> FileChange.ABSENT;
      case Held held -> new Side.File(held.name(), held.mode(), Copy.KEPT);
      case Large large -> new Side.File(large.name(), large.mode(), Copy.NOT_KEPT);
    };
  }
}
