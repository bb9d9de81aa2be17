package dev.drover.problem;

import dev.drover.kernel.value.BlobId;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;

/// The session does not have the requested artifact, or no longer has it.
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
