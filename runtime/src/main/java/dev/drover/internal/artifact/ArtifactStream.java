package dev.drover.internal.artifact;

import dev.drover.kernel.value.BlobId;
import dev.drover.spi.text.ChunkedInputStream;
import java.io.IOException;
import java.util.Optional;

/// Reads an artifact from its beginning.
final class ArtifactStream extends ChunkedInputStream {
  private static final int PART = 64 * 1024;

  private final BlobId name;
  private final Source source;
  private long next;

  /// The source of the bytes.
  interface Source {
    /// @return empty if the artifact was deleted
    Optional<byte[]> read(long offset, int length);
  }

  ArtifactStream(BlobId name, Source source) {
    this.name = name;
    this.source = source;
  }

  @Override
  protected byte[] nextPart() throws IOException {
    var part =
        source
            .read(next, PART)
            .orElseThrow(
                () -> new IOException("artifact %s was dropped meanwhile".formatted(name)));
    next += part.length;
    return part;
  }
}
