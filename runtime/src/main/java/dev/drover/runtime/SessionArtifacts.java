package dev.drover.runtime;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.artifact.Storeroom;
import dev.drover.runtime.problem.ArtifactNotFound;
import dev.drover.spi.store.Shelf;
import dev.drover.spi.store.Shelf.Kept;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The artifacts of one session: outputs of its tools that were too large for the conversation.
/// They are kept for a while, as [ArtifactRetention] says; what has to stay is pinned.
///
/// Safe for use by any thread.
public final class SessionArtifacts {
  private static final int PAGE = 500;
  private static final String SCHEME = "artifact";

  private final SessionId session;
  private final Storeroom storeroom;

  SessionArtifacts(SessionId session, Storeroom storeroom) {
    this.session = session;
    this.storeroom = storeroom;
  }

  /// In the order in which they were kept first.
  public List<Kept> list() {
    var all = new ArrayList<Kept>();
    var page = shelf().list(session, 0, PAGE);
    while (!page.isEmpty()) {
      all.addAll(page);
      page = shelf().list(session, page.getLast().ordinal(), PAGE);
    }
    return List.copyOf(all);
  }

  /// @param name the whole name, or a beginning of at least 8 digits that only one has
  /// @return empty if the session keeps none of that name, or none any more
  public Optional<Kept> find(String name) {
    return shelf().find(session, name);
  }

  /// The address under which other programs name it: `artifact:` and its whole name.
  public static URI uri(BlobId name) {
    return URI.create(SCHEME + ":" + name.sha256());
  }

  /// @param address as [#uri] gives it
  /// @return empty if it is no address of an artifact, or the session keeps none there
  public Optional<Kept> find(URI address) {
    return SCHEME.equals(address.getScheme())
        ? find(address.getSchemeSpecificPart())
        : Optional.empty();
  }

  /// Its content, from the beginning. No more than a part of it is in memory at a time. Reading
  /// ends with an [java.io.IOException] if the artifact is dropped meanwhile.
  ///
  /// @throws ArtifactNotFound if the session does not keep it
  public InputStream open(BlobId name) {
    require(find(name.sha256()).isPresent(), name);
    return storeroom.open(session, name);
  }

  /// Keeps it whatever its age, also when there are too many.
  ///
  /// @throws ArtifactNotFound if the session does not keep it
  public void pin(BlobId name) {
    require(shelf().pin(session, name), name);
  }

  /// @throws ArtifactNotFound if the session does not keep it
  public void unpin(BlobId name) {
    require(shelf().unpin(session, name), name);
  }

  private void require(boolean there, BlobId name) {
    if (!there) {
      throw new ArtifactNotFound(session, name);
    }
  }

  private Shelf shelf() {
    return storeroom.shelf();
  }
}
