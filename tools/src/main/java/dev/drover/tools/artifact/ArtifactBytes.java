package dev.drover.tools.artifact;

import dev.drover.spi.tool.Artifacts;
import dev.drover.spi.tool.Artifacts.Artifact;
import java.io.InputStream;
import java.util.Objects;

/// An artifact from its beginning to its end, a part at a time. Belongs to one thread.
final class ArtifactBytes extends InputStream {
  private static final int PART = 64 * 1024;

  private final Artifacts artifacts;
  private final Artifact artifact;
  private byte[] part = new byte[0];
  private int used;
  private long next;

  ArtifactBytes(Artifacts artifacts, Artifact artifact) {
    this.artifacts = artifacts;
    this.artifact = artifact;
  }

  @Override
  public int read() {
    return isAtEnd() ? -1 : part[used++] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) {
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

  private boolean isAtEnd() {
    if (used == part.length) {
      part = artifacts.read(artifact, next, PART);
      next += part.length;
      used = 0;
    }
    return part.length == 0;
  }
}
