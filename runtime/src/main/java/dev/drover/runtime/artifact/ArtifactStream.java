package dev.drover.runtime.artifact;

import dev.drover.kernel.BlobId;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Optional;

/// Reads an artifact from its beginning, a part at a time. Belongs to one thread.
final class ArtifactStream extends InputStream {
  private static final int PART = 64 * 1024;

  private final BlobId name;
  private final Source source;
  private byte[] part = new byte[0];
  private int used;
  private long next;

  /// Where the bytes come from.
  interface Source {
    /// @return empty if the artifact is not there any more
    Optional<byte[]> read(long offset, int length);
  }

  ArtifactStream(BlobId name, Source source) {
    this.name = name;
    this.source = source;
  }

  @Override
  public int read() throws IOException {
    return isAtEnd() ? -1 : part[used++] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    if (isAtEnd()) {
      return -1;
    }
    int count = Math.min(length, part.length - used);
    System.arraycopy(part, used, into, offset, count);
    used += count;
    return count;
  }

  private boolean isAtEnd() throws IOException {
    if (used == part.length) {
      part =
          source
              .read(next, PART)
              .orElseThrow(
                  () -> new IOException("artifact %s was dropped meanwhile".formatted(name)));
      next += part.length;
      used = 0;
    }
    return part.length == 0;
  }
}
