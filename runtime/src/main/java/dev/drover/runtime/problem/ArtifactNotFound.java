package dev.drover.runtime.problem;

import dev.drover.kernel.BlobId;
import dev.drover.kernel.Problem;
import dev.drover.kernel.SessionId;

/// An artifact was asked for that the session does not keep, or not any more.
public final class ArtifactNotFound extends DroverException {
  public static final String CODE = "artifact_not_found";
  private static final long serialVersionUID = 1L;

  public ArtifactNotFound(SessionId session, BlobId name) {
    super(
        new Problem(
            CODE,
            "No such artifact",
            "session %s does not keep artifact %s, or not any more".formatted(session, name),
            "List the artifacts of the session; old ones are dropped unless they are pinned."),
        null);
  }
}
