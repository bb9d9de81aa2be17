package dev.drover.tools.change;

import dev.drover.kernel.BlobId;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Names content while it is read, so that a file has to be read only once.
///
/// What is too large is not read to its end: a sparse file of a terabyte takes no space, and days.
public final class Digesting extends DigestInputStream {
  /// The most that is read of one file, in bytes.
  public static final long MOST = 256L << 20;

  private final Place place;
  private long left = MOST;

  private Digesting(Place place, InputStream content) {
    super(content, sha256());
    this.place = place;
  }

  /// @throws Obstacle if the file is too large
  public static Digesting open(Place place) throws Obstacle, IOException {
    long size = place.size();
    if (size > MOST) {
      throw tooLarge(place, size);
    }
    return new Digesting(place, place.read());
  }

  private static Obstacle tooLarge(Place place, long size) {
    return new Obstacle(
        "'%s' has %d bytes, more than the %d MiB that are read of one file. Use a program for it."
            .formatted(place.shown(), size, MOST >> 20));
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

  /// It may grow while it is read.
  private void count(int bytes) throws IOException {
    left -= Math.max(0, bytes);
    if (left < 0) {
      throw new FileSystemException(
          place.shown(), null, "has grown to more than %d MiB".formatted(MOST >> 20));
    }
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
