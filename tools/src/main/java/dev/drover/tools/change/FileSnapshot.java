package dev.drover.tools.change;

import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.message.FileChange.Copy;
import dev.drover.kernel.message.FileChange.FileState;
import dev.drover.kernel.value.BlobId;
import dev.drover.spi.Bytes;
import dev.drover.tools.workspace.PathDiagnostics;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.WorkspacePath;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/// The state of a path at one moment. The content is held up to a maximum size; of a larger file
/// only the digest is known.
public sealed interface FileSnapshot {
  /// The maximum size that is held in memory and of which a copy is kept.
  int MAX_HELD = 10 * 1024 * 1024;

  record Missing() implements FileSnapshot {}

  /// @param mode as `rwxr-x---`; empty where files have none
  record Held(Bytes content, BlobId name, String mode) implements FileSnapshot {}

  record Large(BlobId name, String mode) implements FileSnapshot {}

  /// @throws ToolRefusal if the path exists and is not a file
  static FileSnapshot of(WorkspacePath place) throws ToolRefusal, IOException {
    if (place.kind() == WorkspacePath.Kind.MISSING) {
      return new Missing();
    }
    PathDiagnostics.mustBeFile(place);
    try (var stream = BoundedDigestStream.open(place)) {
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

  /// The digest of the content; empty if there is no file.
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

  /// Whether a file matches an announced state. The mode counts only where nothing else
  /// distinguishes the two sides of a change, see [ChangeProgress].
  default boolean hasContentOf(FileState side) {
    return switch (side) {
      case FileState.Absent _ -> this instanceof Missing;
      case FileState.File file -> digest().equals(Optional.of(file.digest()));
      case FileState.Folder _, FileState.Link _, FileState.Unread _, FileState.Unseen _ -> false;
    };
  }

  /// The form in which it is announced; content that can be kept must have been kept already.
  default FileState side() {
    return switch (this) {
      case Missing _ -> FileChange.ABSENT;
      case Held held -> new FileState.File(held.name(), held.mode(), Copy.KEPT);
      case Large large -> new FileState.File(large.name(), large.mode(), Copy.NOT_KEPT);
    };
  }
}
