package dev.drover.tools.change;

import dev.drover.kernel.value.BlobId;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.WorkspacePath;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Computes the digest of content while it is read, so that a file is read only once.
///
/// Reading stops at a limit: a sparse file of a terabyte takes no disk space but days to read.
public final class BoundedDigestStream extends DigestInputStream {
  /// The maximum number of bytes read from one file.
  public static final long MOST = 256L << 20;

  private final WorkspacePath place;
  private long left = MOST;

  private BoundedDigestStream(WorkspacePath place, InputStream content) {
    super(content, sha256());
    this.place = place;
  }

  /// @throws ToolRefusal if the file is too large
  public static BoundedDigestStream open(WorkspacePath place) throws ToolRefusal, IOException {
    long size = place.size();
    if (size > MOST) {
      throw tooLarge(place, size);
    }
    return new BoundedDigestStream(place, place.read());
  }

  private static ToolRefusal tooLarge(WorkspacePath place, long size) {
    return new ToolRefusal(
        "'%s' has %d bytes, more than the %d MiB that are read of one file. Use a program for it."
            .formatted(place.displayPath(), size, MOST >> 20));
  }

  @Override
  public int read() throws IOException {
    int b = super.read();
    count(b < 0 ? 0 : 1);
    return b;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    int n = super.read(bytes, from, length);
    count(n);
    return n;
  }

  /// The file may grow while it is read.
  private void count(int bytes) throws IOException {
    left -= Math.max(0, bytes);
    if (left < 0) {
      throw new FileSystemException(
          place.displayPath(), null, "has grown to more than %d MiB".formatted(MOST >> 20));
    }
  }

  /// The digest of the whole content; reads the rest of the file first.
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
