package dev.drover.internal.artifact;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.SessionId;
import dev.drover.problem.NotFound.ArtifactNotFound;
import dev.drover.session.SessionArtifacts;
import dev.drover.spi.store.ArtifactStore;
import dev.drover.spi.store.ArtifactStore.ArtifactRow;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Implements [SessionArtifacts].
public final class StoredArtifacts implements SessionArtifacts {
  private static final int PAGE = 500;

  private final SessionId session;
  private final ArtifactLimits artifactLimits;

  public StoredArtifacts(SessionId session, ArtifactLimits artifactLimits) {
    this.session = session;
    this.artifactLimits = artifactLimits;
  }

  @Override
  public List<ArtifactRow> list() {
    var all = new ArrayList<ArtifactRow>();
    var page = shelf().list(session, 0, PAGE);
    while (!page.isEmpty()) {
      all.addAll(page);
      page = shelf().list(session, page.getLast().ordinal(), PAGE);
    }
    return List.copyOf(all);
  }

  @Override
  public Optional<ArtifactRow> find(String name) {
    nonNull(name, "name");
    return shelf().find(session, name);
  }

  @Override
  public Optional<ArtifactRow> find(URI address) {
    nonNull(address, "address");
    return SessionArtifacts.SCHEME.equals(address.getScheme())
        ? find(address.getSchemeSpecificPart())
        : Optional.empty();
  }

  @Override
  public InputStream open(BlobId name) {
    nonNull(name, "name");
    require(find(name.sha256()).isPresent(), name);
    return artifactLimits.open(session, name);
  }

  @Override
  public void pin(BlobId name) {
    nonNull(name, "name");
    require(shelf().pin(session, name), name);
  }

  @Override
  public void unpin(BlobId name) {
    nonNull(name, "name");
    require(shelf().unpin(session, name), name);
  }

  private void require(boolean there, BlobId name) {
    if (!there) {
      throw new ArtifactNotFound(session, name);
    }
  }

  private ArtifactStore shelf() {
    return artifactLimits.shelf();
  }
}
