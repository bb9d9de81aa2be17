package dev.drover.spi.tool;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.NullChecks;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// Large outputs of this session's tools, kept for a while outside the conversation.
public interface Artifacts {
  /// Reads to the end; no more than a piece of it is ever in memory. The same content twice is one
  /// artifact. Of what is larger than an artifact may be, the beginning is kept, with a line at its
  /// end that says so.
  Artifact keep(InputStream content) throws IOException;

  /// @param name its whole name, or a beginning of at least 8 letters that only one has
  /// @return empty if this session has none of that name, or none any more
  Optional<Artifact> find(String name);

  /// @return fewer bytes only at the end
  byte[] read(Artifact artifact, long offset, int length);

  record Artifact(BlobId name, long bytes) {
    public Artifact {
      NullChecks.nonNull(name, "Artifact.name");
    }

    /// Enough of the name to find it again.
    public String shortName() {
      return name.sha256().substring(0, 12);
    }
  }
}
