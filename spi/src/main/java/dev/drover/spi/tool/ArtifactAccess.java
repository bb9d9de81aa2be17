package dev.drover.spi.tool;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.value.BlobId;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// Large outputs of this session's tools, kept for a limited time outside the conversation.
public interface ArtifactAccess {
  /// Reads to the end, in pieces. The same content twice is one artifact. Content that exceeds the
  /// size limit is truncated, with a line at its end that says so.
  Artifact keep(InputStream content) throws IOException;

  /// @param name the whole name, or a unique prefix of at least 8 digits
  /// @return empty if this session has no such artifact, or has it no longer
  Optional<Artifact> find(String name);

  /// @return fewer bytes only at the end
  byte[] read(Artifact artifact, long offset, int length);

  record Artifact(BlobId name, long bytes) {
    public Artifact {
      NullChecks.nonNull(name, "Artifact.name");
    }

    /// A prefix of the name that is long enough to find it.
    public String shortName() {
      return name.sha256().substring(0, 12);
    }
  }
}
