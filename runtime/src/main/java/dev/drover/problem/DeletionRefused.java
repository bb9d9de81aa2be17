package dev.drover.problem;

import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.SessionId;
import java.util.List;
import java.util.stream.Collectors;

/// A session cannot be deleted because its forks share its events.
public final class DeletionRefused extends DroverException {
  public static final String CODE = dev.drover.spi.store.DeleteBlockedByForks.CODE;
  private static final long serialVersionUID = 1L;

  /// @param forks at least one
  public DeletionRefused(SessionId session, List<SessionId> forks) {
    super(
        new Problem(
            CODE,
            "The session has forks",
            "session %s was forked, and its forks share its events: %s"
                .formatted(
                    session,
                    forks.stream().map(SessionId::value).collect(Collectors.joining(", "))),
            "Delete its forks first."),
        null);
  }
}
