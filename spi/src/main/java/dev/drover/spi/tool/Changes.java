package dev.drover.spi.tool;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.FileChange;
import java.util.List;

/// Makes a tool's changes to files known before they are made. A recovery finds out from this
/// whether they happened, and undo brings back what was there.
public interface Changes {
  /// Puts a copy of a file's content into the store.
  ///
  /// @return its name, for [FileChange.Side.File]; durable when this returns
  BlobId keep(byte[] content);

  /// The content that was kept under this name, by this attempt at the call or an earlier one.
  byte[] read(BlobId kept);

  /// Durable when this returns: only then may the change be made.
  ///
  /// @throws InterruptedException if nobody wants the call any more; then nothing may be changed
  void announce(List<FileChange> changes) throws InterruptedException;

  /// What earlier attempts at this call announced, oldest first.
  List<FileChange> announced();
}
