package dev.drover.runtime;

import dev.drover.kernel.RunId;
import dev.drover.spi.tool.Restorer.Fate;
import dev.drover.spi.tool.Restorer.Restored;
import java.util.List;

/// What became of the files of a run that was undone.
public record UndoReport(RunId run, List<Restored> files) {
  public UndoReport {
    files = List.copyOf(files);
  }

  /// Whether every file is as it was before the run.
  public boolean isComplete() {
    return files.stream().noneMatch(file -> file.fate() == Fate.LEFT_ALONE);
  }
}
