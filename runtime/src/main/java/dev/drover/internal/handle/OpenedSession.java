package dev.drover.internal.handle;

import dev.drover.hook.HookPoint.SessionStartKind;
import dev.drover.kernel.machine.SessionProfile;
import dev.drover.kernel.value.SessionId;
import org.jspecify.annotations.Nullable;

/// A session that was opened, before its caller has a handle.
///
/// @param found its state when it was opened; null if it was new
public record OpenedSession(
    SessionHold hold, SessionStartKind start, @Nullable SessionProfile found) {
  public SessionId id() {
    return hold.open().id();
  }
}
