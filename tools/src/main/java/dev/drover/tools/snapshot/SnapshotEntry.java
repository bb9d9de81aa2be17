package dev.drover.tools.snapshot;

import dev.drover.kernel.message.FileChange.Copy;
import dev.drover.kernel.message.FileChange.FileState;
import dev.drover.kernel.value.BlobId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The entry of a snapshot for one path.
sealed interface SnapshotEntry {
  /// @param repository whether it has its own ignore rules
  record Folder(boolean repository) implements SnapshotEntry {}

  record Link(String target) implements SnapshotEntry {}

  /// @param mode as `rwxr-x---`; empty where files have no mode
  /// @param content its id in the store; null if the file was not read because of the limits
  record File(String mode, long bytes, Instant modified, @Nullable BlobId content)
      implements SnapshotEntry {}

  default FileState side() {
    return switch (this) {
      case Folder _ -> new FileState.Folder();
      case Link(var target) -> new FileState.Link(target);
      case File(var mode, var bytes, var modified, var content) ->
          content == null
              ? new FileState.Unread(bytes, modified, mode)
              : new FileState.File(content, mode, Copy.KEPT);
    };
  }

  /// Whether no change is visible. If only one of the two was read, size and time are compared.
  default boolean isUnchangedFrom(SnapshotEntry other) {
    return switch (this) {
      case Folder _ -> other instanceof Folder;
      case Link link -> link.equals(other);
      case File file ->
          other instanceof File later
              && file.mode().equals(later.mode())
              && hasSameContent(file, later);
    };
  }

  private static boolean hasSameContent(File one, File other) {
    var content = one.content();
    if (content == null || other.content() == null) {
      return one.bytes() == other.bytes() && one.modified().equals(other.modified());
    }
    return content.equals(other.content());
  }
}
