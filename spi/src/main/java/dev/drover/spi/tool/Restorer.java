package dev.drover.spi.tool;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.FileChange;
import dev.drover.kernel.NullChecks;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Brings files back as they were. Found as a service, so that who keeps the record of changes need
/// not know how files are handled safely.
///
/// Laws: a file that is not as the change left it is left alone, whoever changed it; nothing
/// outside the workspace is read or written; doing it twice is the same as doing it once.
public interface Restorer {
  /// @param changes what was changed, the last change first; each path once
  List<Restored> restore(Path workspace, List<FileChange> changes, Contents contents);

  /// Finds what was kept.
  interface Contents {
    Optional<byte[]> find(BlobId name);
  }

  /// What became of one path.
  ///
  /// @param why in words, where it was left alone; else empty
  record Restored(String path, Fate fate, String why) {
    public Restored {
      NullChecks.nonNull(path, "Restored.path");
      NullChecks.nonNull(fate, "Restored.fate");
      NullChecks.nonNull(why, "Restored.why");
    }
  }

  /// What became of a path.
  enum Fate {
    RESTORED,
    /// It was not there before, and is gone again.
    TAKEN_AWAY,
    /// It is as it was already.
    AS_IT_WAS,
    LEFT_ALONE
  }
}
