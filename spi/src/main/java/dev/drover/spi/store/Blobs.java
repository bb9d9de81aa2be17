package dev.drover.spi.store;

import dev.drover.kernel.value.BlobId;
import dev.drover.spi.Bytes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Content that is too large for an event, stored under the digest of its bytes.
///
/// Laws: the same content stored twice is one blob with one name; it is durable when `put` or
/// `putAll` returns, so an event that refers to it may be appended; it is kept as long as a session
/// refers to it, even in an event that was trimmed since, and at least until the given time.
///
/// References are those that [dev.drover.spi.store.content.BlobReferences] finds: content may refer
/// to other content, if it is deflated.
public interface Blobs {
  /// @param until when the name will be in the journal at the latest; the latest of several counts,
  ///   and [Instant#MAX] means forever
  BlobId put(Bytes content, Instant until);

  /// Stores many at once, for little more than the cost of one.
  ///
  /// @return their names, in the same order
  List<BlobId> putAll(List<Bytes> contents, Instant until);

  Optional<Bytes> get(BlobId blob);

  /// Drops unreferenced content whose time has passed. Scans the whole store, but only if a session
  /// was deleted since the last scan, or the time that the last scan returned has come; otherwise
  /// it costs next to nothing.
  ///
  /// @return when to call this again, if unreferenced content has some time left
  Optional<Instant> sweep(Instant now);

  /// Computes the name of content, for all stores.
  static BlobId idOf(Bytes content) {
    return new BlobHasher().add(content).blobId();
  }

  /// Computes the name of content that arrives in pieces. Made for one content; belongs to one
  /// thread.
  final class BlobHasher {
    private final MessageDigest digest;
    private boolean named;

    public BlobHasher() {
      try {
        digest = MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException missing) {
        throw new IllegalStateException("every Java platform has SHA-256", missing);
      }
    }

    public BlobHasher add(Bytes piece) {
      requireUnnamed();
      digest.update(piece.array());
      return this;
    }

    /// The name of all pieces. Called once; nothing can be added afterwards.
    public BlobId blobId() {
      requireUnnamed();
      named = true;
      return new BlobId(HexFormat.of().formatHex(digest.digest()));
    }

    private void requireUnnamed() {
      if (named) {
        throw new IllegalStateException("this content is finished and has its name; begin another");
      }
    }
  }
}
