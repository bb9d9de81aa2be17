package dev.drover.tools.artifact;

import dev.drover.spi.text.ChunkedInputStream;
import dev.drover.spi.tool.ToolInvocation.ArtifactAccess;
import dev.drover.spi.tool.ToolInvocation.ArtifactAccess.Artifact;

/// Reads an artifact from beginning to end.
final class ArtifactInputStream extends ChunkedInputStream {
  private static final int PART = 64 * 1024;

  private final ArtifactAccess artifacts;
  private final Artifact artifact;
  private long next;

  ArtifactInputStream(ArtifactAccess artifacts, Artifact artifact) {
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
