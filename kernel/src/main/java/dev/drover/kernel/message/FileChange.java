package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.value.BlobId;
import java.time.Instant;

/// One file before a call and as intended after it.
///
/// Journaled before the change is made. So a recovery can tell from the file itself whether the
/// change happened, and a person can restore the earlier content.
///
/// @param path relative to the workspace, with `/` between names
public record FileChange(String path, FileState before, FileState after) {
  /// The state of a path at one moment.
  public sealed interface FileState {
    record Absent() implements FileState {}

    record Folder() implements FileState {}

    record Link(String target) implements FileState {
      public Link {
        NullChecks.nonNull(target, "Link.target");
      }
    }

    /// @param digest of its content
    /// @param mode as `rwxr-x---`; empty on systems without modes
    record File(BlobId digest, String mode, Copy copy) implements FileState {
      public File {
        NullChecks.nonNull(digest, "File.digest");
        NullChecks.nonNull(mode, "File.mode");
        NullChecks.nonNull(copy, "File.copy");
      }
    }

    /// A file that was too large to read.
    ///
    /// @param modified time of the last change of its content
    /// @param mode as `rwxr-x---`; empty on systems without modes
    record Unread(long bytes, Instant modified, String mode) implements FileState {
      public Unread {
        NullChecks.nonNull(modified, "Unread.modified");
        NullChecks.nonNull(mode, "Unread.mode");
      }
    }

    /// The path was not read. For a folder: its content is unknown.
    record Unseen(String why) implements FileState {
      public Unseen {
        NullChecks.nonNull(why, "Unseen.why");
      }
    }
  }

  /// Whether the store has the content.
  public enum Copy {
    KEPT,
    NOT_KEPT
  }

  public static final FileState ABSENT = new FileState.Absent();

  public FileChange {
    NullChecks.nonNull(path, "FileChange.path");
    NullChecks.nonNull(before, "FileChange.before");
    NullChecks.nonNull(after, "FileChange.after");
    if (path.isEmpty() || path.startsWith("/")) {
      throw new IllegalArgumentException("a path inside the workspace is expected: " + path);
    }
  }
}
