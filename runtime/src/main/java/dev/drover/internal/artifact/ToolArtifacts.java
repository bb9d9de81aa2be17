package dev.drover.internal.artifact;

import dev.drover.kernel.value.SessionId;
import dev.drover.problem.NotFound.ArtifactNotFound;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.ArtifactStore.ArtifactRow;
import dev.drover.spi.tool.ToolInvocation.ArtifactAccess;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// The artifacts of one session, as its tools see them.
public record ToolArtifacts(SessionId session, ArtifactLimits artifactLimits)
    implements ArtifactAccess {
  @Override
  public Artifact keep(InputStream content) throws IOException {
    return artifact(artifactLimits.keep(session, content));
  }

  @Override
  public Optional<Artifact> find(String name) {
    return artifactLimits.shelf().find(session, name).map(ToolArtifacts::artifact);
  }

  @Override
  public byte[] read(Artifact artifact, long offset, int length) {
    return artifactLimits
        .shelf()
        .read(session, artifact.name(), offset, length)
        .map(Bytes::array)
        .orElseThrow(() -> new ArtifactNotFound(session, artifact.name()));
  }

  private static Artifact artifact(ArtifactRow kept) {
    return new Artifact(kept.name(), kept.bytes());
  }
}
