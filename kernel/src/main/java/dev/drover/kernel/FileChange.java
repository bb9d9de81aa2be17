package dev.drover.kernel;

import java.time.Instant;

/// One file as it was before a call and as it was to be after it.
///
/// Journaled before the change is made. So a recovery can tell from the file itself whether the
/// change happened, and a person can have back what was there.
///
/// @param path relative to the workspace, with `/` between names
public record FileChange(String path, Side before, Side after) {
  /// What is under a path at one moment.
  public sealed interface Side {
    record Absent() implements Side {}

    record Folder() implements Side {}

    record Link(String target) implements Side {
      public Link {
        NullChecks.nonNull(target, "Link.target");
      }
    }

    /// @param digest the name of its content
    /// @param mode as `rwxr-x---`; empty where files have none
    record File(BlobId digest, String mode, Copy copy) implements Side {
      public File {
        NullChecks.nonNull(digest, "File.digest");
        NullChecks.nonNull(mode, "File.mode");
        NullChecks.nonNull(copy, "File.copy");
      }
    }

    /// A file that was too much to be read.
    ///
    /// @param modified when its content was changed last
    /// @param mode as `rwxr-x---`; empty where files have none
    record Unread(long bytes, Instant modified, String mode) implements Side {
      public Unread {
        NullChecks.nonNull(modified, "Unread.modified");
        NullChecks.nonNull(mode, "Unread.mode");
      }
    }

    /// Nobody looked. Under the path of a folder: nobody knows what was in it.
    record Unseen(String why) implements Side {
      public Unseen {
        NullChecks.nonNull(why, "Unseen.why");
      }
    }
  }

  /// Whether the content can be had from the store.
  public enum Copy {
    KEPT,
    NOT_KEPT
  }

  public static final Side ABSENT = new Side.Absent();

  public FileChange {
    NullChecks.nonNull(path, "FileChange.path");
    NullChecks.nonNull(before, "FileChange.before");
    NullChecks.nonNull(after, "FileChange.after");
    if (path.isEmpty() || path.startsWith("/")) {
      throw new IllegalArgumentException("a path inside the workspace is expected: " + path);
    }
  }
}
