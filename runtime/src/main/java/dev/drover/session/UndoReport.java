package dev.drover.session;

import dev.drover.kernel.value.RunId;
import dev.drover.spi.tool.FileRestorer.RestoreStatus;
import dev.drover.spi.tool.FileRestorer.RestoredFile;
import java.util.List;

/// The result of undoing the file changes of a run.
public record UndoReport(RunId run, List<RestoredFile> files) {
  public UndoReport {
    files = List.copyOf(files);
  }

  /// Whether every file is as it was before the run.
  public boolean isComplete() {
    return files.stream().noneMatch(file -> file.status() == RestoreStatus.LEFT_ALONE);
  }
}
