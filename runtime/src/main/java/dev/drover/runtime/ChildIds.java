package dev.drover.runtime;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.Origin;
import dev.drover.kernel.SessionId;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.SessionNotFound;
import dev.drover.spi.store.Blobs;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.tool.ToolInvocation;
import org.jspecify.annotations.Nullable;

/// The ids of sessions that begin with a call of another one. They follow from the call, so that
/// the call can be made again after a crash; therefore others could take them first.
record ChildIds(Drover drover) {
  /// So that there is room for what is put before a child's name.
  private static final int LONGEST = 60;

  private static final char SEPARATOR = '-';

  /// The session that works on what a call has ordered.
  static SessionId of(ToolInvocation call) {
    var name = "" + call.session() + SEPARATOR + call.effect();
    return new SessionId(
        name.length() <= LONGEST
            ? name
            : "t-" + Blobs.nameOf(Bytes.of(name)).sha256().substring(0, 32));
  }

  /// Whether the id is free, or belongs to the session that this call has opened before.
  boolean isOwn(SessionId child, Origin origin) {
    var existing = origin(child);
    return existing == null || existing.equals(origin);
  }

  boolean isFree(SessionId child) {
    return origin(child) == null;
  }

  private @Nullable Origin origin(SessionId session) {
    try {
      return drover.archive().state(session).profile().origin();
    } catch (SessionNotFound none) {
      return null;
    }
  }

  /// For a session that somebody names: the id of a child of a session that exists is not free,
  /// though the child may not be there yet.
  ///
  /// @throws ConfigurationInvalid if it is such an id and there is no session by it
  void requireNotReserved(SessionId given) {
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
