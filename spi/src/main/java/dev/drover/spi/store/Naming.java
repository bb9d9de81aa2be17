package dev.drover.spi.store;

import dev.drover.kernel.BlobId;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Names content that comes in pieces. Made for one content; belongs to one thread.
public final class Naming {
  private final MessageDigest digest;
  private boolean named;

  public Naming() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every Java platform has SHA-256", missing);
    }
  }

  public Naming add(Bytes piece) {
    requireUnnamed();
    digest.update(piece.array());
    return this;
  }

  /// The name of all that was added. Asked for once; nothing can be added afterwards.
  public BlobId name() {
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
