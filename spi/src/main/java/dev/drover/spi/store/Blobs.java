package dev.drover.spi.store;

import dev.drover.kernel.BlobId;
import java.util.List;
import java.util.Optional;

/// Content that is too large for an event, kept under the digest of its bytes.
///
/// Laws: the same content twice is one blob under one name; it is durable when `put` or `putAll`
/// returns, so an event that names it may be appended.
public interface Blobs {
  BlobId put(Bytes content);

  /// Many at once, which costs little more than one.
  ///
  /// @return their names, in the same order
  List<BlobId> putAll(List<Bytes> contents);

  Optional<Bytes> get(BlobId blob);

  /// The one way to name content.
  static BlobId nameOf(Bytes content) {
    return new Naming().add(content).name();
  }
}
