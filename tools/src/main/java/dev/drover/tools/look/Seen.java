package dev.drover.tools.look;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.FileChange.Copy;
import dev.drover.kernel.FileChange.Side;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a look saw under one path.
sealed interface Seen {
  /// @param repository whether it has rules of its own about what is ignored
  record Folder(boolean repository) implements Seen {}

  record Link(String target) implements Seen {}

  /// @param mode as `rwxr-x---`; empty where files have none
  /// @param content its name in the store; null if the file was too much to be read
  record File(String mode, long bytes, Instant modified, @Nullable BlobId content)
      implements Seen {}

  default Side side() {
    return switch (this) {
      case Folder _ -> new Side.Folder();
      case Link(var target) -> new Side.Link(target);
      case File(var mode, var bytes, var modified, var content) ->
          content == null
              ? new Side.Unread(bytes, modified, mode)
              : new Side.File(content, mode, Copy.KEPT);
    };
  }

  /// Whether nothing was changed, as far as can be seen. Where only one of the two was read, its
  /// size and its time must do.
  default boolean isAs(Seen other) {
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
