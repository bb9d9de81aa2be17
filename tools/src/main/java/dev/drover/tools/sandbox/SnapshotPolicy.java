package dev.drover.tools.sandbox;

/// Which files of the workspace are copied before a command runs, so that its changes can be
/// undone.
public sealed interface SnapshotPolicy {
  SnapshotPolicy DEFAULT = new UpTo(20_000, 1 << 20, 64 << 20);

  /// Changes made by commands cannot be undone.
  record None() implements SnapshotPolicy {}

  /// Copies files. For files beyond these limits only size, time and mode are recorded: a change is
  /// detected but cannot be undone.
  ///
  /// @param files maximum number of copied files; a workspace with ten times as many gets no
  ///   snapshot
  /// @param eachBytes maximum size of one copied file
  /// @param newBytes maximum size of new copies for one command; content already in the store does
  ///   not count
  record UpTo(int files, int eachBytes, long newBytes) implements SnapshotPolicy {
    public UpTo {
      if (files < 1 || eachBytes < 1 || newBytes < 1) {
        throw new IllegalArgumentException(
            "files, eachBytes, newBytes: at least 1 each, not %d, %d, %d"
                .formatted(files, eachBytes, newBytes));
      }
    }
  }
}
