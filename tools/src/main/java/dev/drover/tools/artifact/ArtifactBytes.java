package dev.drover.tools.artifact;

import dev.drover.spi.text.PartStream;
import dev.drover.spi.tool.Artifacts;
import dev.drover.spi.tool.Artifacts.Artifact;

/// An artifact from its beginning to its end.
final class ArtifactBytes extends PartStream {
  private static final int PART = 64 * 1024;

  private final Artifacts artifacts;
  private final Artifact artifact;
  private long next;

  ArtifactBytes(Artifacts artifacts, Artifact artifact) {
    this.artifacts = artifacts;
    this.artifact = artifact;
  }

  @Override
  protected byte[] nextPart() {
    var part = artifacts.read(artifact, next, PART);
    next += part.length;
    return part;
  }
}
