package dev.drover.spi.tool;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.FileChange;
import dev.drover.spi.store.Bytes;
import java.util.List;
import java.util.Optional;

/// Makes a tool's changes to files known before they are made. A recovery finds out from this
/// whether they happened, and undo brings back what was there.
public interface Changes {
  /// Puts a copy of a file's content into the store.
  ///
  /// @return its name, for [FileChange.Side.File]; durable when this returns
  BlobId keep(byte[] content);

  /// Keeps many contents at once, which costs little more than one.
  ///
  /// @return their names, in the same order
  List<BlobId> keepAll(List<Bytes> contents);

  /// The content that was kept under this name, by this attempt at the call or an earlier one.
  byte[] read(BlobId kept);

  /// Durable when this returns: only then may the change be made.
  ///
  /// @throws InterruptedException if nobody wants the call any more; then nothing may be changed
  void announce(List<FileChange> changes) throws InterruptedException;

  /// What earlier attempts at this call announced, oldest first.
  List<FileChange> announced();

  /// For a call that cannot know what it will change: notes how the workspace was before. Durable
  /// when this returns: only then may the call begin.
  ///
  /// @param look what was kept under this name is the tool's own form of it
  /// @throws InterruptedException if nobody wants the call any more; then nothing may be changed
  void remember(BlobId look) throws InterruptedException;

  /// What this call, or an earlier attempt at it, remembered last.
  Optional<BlobId> remembered();

  /// Tells what the call has changed without saying so before. It counts also when nobody wants the
  /// call any more, and the thread may be interrupted: what happened has happened.
  ///
  /// @return whether it is durable; if not, the session is not this process's business any more
  boolean found(List<FileChange> changes);
}
