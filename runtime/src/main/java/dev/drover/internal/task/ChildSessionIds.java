package dev.drover.internal.task;

import dev.drover.internal.query.StoredSessionQueries;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.SessionOrigin;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.problem.NotFound.SessionNotFound;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.tool.ToolInvocation;
import org.jspecify.annotations.Nullable;

/// The ids of sessions that are created by a call of another one. They are derived from the call,
/// so that the call can be repeated after a crash; therefore other callers could use them first.
public record ChildSessionIds(StoredSessionQueries queries) {
  /// Leaves room for the prefix of a child's name.
  private static final int LONGEST = 60;

  private static final char SEPARATOR = '-';

  /// The session of the task that a call starts.
  public static SessionId of(ToolInvocation call) {
    var name = "" + call.session() + SEPARATOR + call.effect();
    return new SessionId(
        name.length() <= LONGEST
            ? name
            : "t-" + Blobs.idOf(Bytes.of(name)).sha256().substring(0, 32));
  }

  /// Whether the id is free, or belongs to the session that this call has opened before.
  boolean isOwn(SessionId child, SessionOrigin origin) {
    var existing = origin(child);
    return existing == null || existing.equals(origin);
  }

  public boolean isFree(SessionId child) {
    return origin(child) == null;
  }

  private @Nullable SessionOrigin origin(SessionId session) {
    try {
      return queries.state(session).profile().origin();
    } catch (SessionNotFound none) {
      return null;
    }
  }

  /// Checks an id given by a caller: the id of a child of an existing session is reserved, even if
  /// the child does not exist yet.
  ///
  /// @throws ConfigurationInvalid if it is such an id and has no session
  public void requireNotReserved(SessionId given) {
    var parent = parentIn(given);
    if (parent != null && isFree(given) && !isFree(parent)) {
      throw new ConfigurationInvalid(
          "session id",
          "'%s' is reserved for work that session %s gives to another agent"
              .formatted(given, parent),
          "Choose an id that does not end in -e and a number.");
    }
  }

  private static @Nullable SessionId parentIn(SessionId child) {
    int at = child.value().lastIndexOf(SEPARATOR);
    if (at <= 0) {
      return null;
    }
    try {
      EffectId.parse(child.value().substring(at + 1));
      return new SessionId(child.value().substring(0, at));
    } catch (IllegalArgumentException other) {
      return null;
    }
  }
}
