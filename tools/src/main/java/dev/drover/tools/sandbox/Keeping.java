package dev.drover.tools.sandbox;

/// What is kept of the workspace before a command runs, so that what it changes can be undone.
public sealed interface Keeping {
  Keeping DEFAULT = new UpTo(20_000, 1 << 20, 64 << 20);

  /// What commands change cannot be undone.
  record Nothing() implements Keeping {}

  /// Copies of files. Of what is beyond these limits only size, time and mode are noted: a change
  /// is seen then, and cannot be undone.
  ///
  /// @param files how many are copied; a workspace with ten times as many is not looked at at all
  /// @param eachBytes how large one may be
  /// @param newBytes how much is copied for one command; what is in the store already does not
  ///   count
  record UpTo(int files, int eachBytes, long newBytes) implements Keeping {
    public UpTo {
      if (files < 1 || eachBytes < 1 || newBytes < 1) {
        throw new IllegalArgumentException(
            "files, eachBytes, newBytes: at least 1 each, not %d, %d, %d"
                .formatted(files, eachBytes, newBytes));
      }
    }
  }
}
