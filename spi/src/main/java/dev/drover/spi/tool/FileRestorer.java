package dev.drover.spi.tool;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.value.BlobId;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Restores files to an earlier state. Loaded as a service, so that the code that records changes
/// need not know how to handle files safely.
///
/// Laws: a file that is not in the state that the change left is not touched; nothing outside the
/// workspace is read or written; the operation is idempotent.
public interface FileRestorer {
  /// @param changes the changes, the last one first; each path once
  List<RestoredFile> restore(Path workspace, List<FileChange> changes, Contents contents);

  /// Finds stored content.
  interface Contents {
    Optional<byte[]> find(BlobId name);
  }

  /// The result for one path.
  ///
  /// @param why the reason, if it was not touched; otherwise empty
  record RestoredFile(String path, RestoreStatus status, String why) {
    public RestoredFile {
      NullChecks.nonNull(path, "RestoredFile.path");
      NullChecks.nonNull(status, "RestoredFile.status");
      NullChecks.nonNull(why, "RestoredFile.why");
    }
  }

  /// The status of a path.
  enum RestoreStatus {
    RESTORED,
    /// It did not exist before, and was removed again.
    TAKEN_AWAY,
    /// It already has its previous content.
    AS_IT_WAS,
    LEFT_ALONE
  }
}
