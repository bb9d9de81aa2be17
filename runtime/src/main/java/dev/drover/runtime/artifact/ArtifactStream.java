package dev.drover.runtime.artifact;

import dev.drover.kernel.BlobId;
import dev.drover.spi.text.PartStream;
import java.io.IOException;
import java.util.Optional;

/// Reads an artifact from its beginning.
final class ArtifactStream extends PartStream {
  private static final int PART = 64 * 1024;

  private final BlobId name;
  private final Source source;
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
