package dev.drover.tools.change;

import dev.drover.kernel.value.BlobId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import dev.drover.tools.workspace.WorkspacePath;
import java.util.Optional;

/// One file with its current state and its new state.
public record FileRewrite(WorkspacePath path, FileSnapshot before, Target after) {
  /// The new state of a file.
  public sealed interface Target {
    record Deleted() implements Target {}

    /// @param mode as `rwxr-x---`; empty for the system's default for new files
    record Content(Bytes bytes, String mode) implements Target {}
  }

  /// Replaces the content and keeps the mode.
  public static FileRewrite of(WorkspacePath place, FileSnapshot before, byte[] content) {
    return new FileRewrite(place, before, new Target.Content(Bytes.of(content), before.mode()));
  }

  public static FileRewrite deleting(WorkspacePath place, FileSnapshot before) {
    return new FileRewrite(place, before, new Target.Deleted());
  }

  /// The digest of the new content; empty if the file is to be deleted.
  Optional<BlobId> digest() {
    return switch (after) {
      case Target.Deleted _ -> Optional.empty();
      case Target.Content content -> Optional.of(Blobs.idOf(content.bytes()));
    };
  }

  /// Whether the file already has its new state.
  boolean isDone() {
    return before.digest().equals(digest())
        && switch (after) {
          case Target.Deleted _ -> true;
          case Target.Content content -> content.mode().equals(before.mode());
        };
  }
}
