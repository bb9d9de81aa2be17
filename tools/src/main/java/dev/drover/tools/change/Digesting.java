package dev.drover.tools.change;

import dev.drover.kernel.BlobId;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Names content while it is read, so that a file of any size has to be read only once.
public final class Digesting extends DigestInputStream {
  public Digesting(InputStream content) {
    super(content, sha256());
  }

  /// The name of the whole content; what was not read yet is read now.
  public BlobId digest() throws IOException {
    transferTo(OutputStream.nullOutputStream());
    return new BlobId(HexFormat.of().formatHex(getMessageDigest().digest()));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every Java platform has SHA-256", missing);
    }
  }
}
