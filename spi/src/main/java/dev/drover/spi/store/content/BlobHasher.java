package dev.drover.spi.store.content;

import dev.drover.kernel.value.BlobId;
import dev.drover.spi.Bytes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Computes the name of content that arrives in pieces. Made for one content; belongs to one
/// thread.
public final class BlobHasher {
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
