package dev.drover.spi.tool;

import dev.drover.kernel.message.FileChange;
import dev.drover.kernel.value.BlobId;
import dev.drover.spi.Bytes;
import java.util.List;
import java.util.Optional;

/// Announces a tool's changes to files before they are made. Recovery uses this to find out whether
/// they happened, and undo uses it to restore the previous content.
public interface FileChanges {
  /// Stores a copy of a file's content.
  ///
  /// @return its name, for [FileChange.FileState.File]; durable when this returns
  BlobId store(byte[] content);

  /// Stores many contents at once, for little more than the cost of one.
  ///
  /// @return their names, in the same order
  List<BlobId> storeAll(List<Bytes> contents);

  /// The content that was stored under this name, by this attempt at the call or an earlier one.
  byte[] read(BlobId kept);

  /// Durable when this returns: only then may the change be made.
  ///
  /// @throws InterruptedException if the call is no longer wanted; then nothing may be changed
  void announce(List<FileChange> changes) throws InterruptedException;

  /// The changes that earlier attempts at this call announced, oldest first.
  List<FileChange> announced();

  /// For a call that cannot know its changes in advance: records a snapshot of the workspace.
  /// Durable when this returns: only then may the call begin.
  ///
  /// @param snapshot name of the snapshot, which was stored in the tool's own format
  /// @throws InterruptedException if the call is no longer wanted; then nothing may be changed
  void recordSnapshot(BlobId snapshot) throws InterruptedException;

  /// The snapshot that this call, or an earlier attempt at it, recorded last.
  Optional<BlobId> recordedSnapshot();

  /// Reports changes that the call made without announcing them. They are recorded even when the
  /// call is no longer wanted and the thread is interrupted, since they have happened.
  ///
  /// @return whether they are durable; if not, this process no longer holds the session
  boolean reportFound(List<FileChange> changes);
}
