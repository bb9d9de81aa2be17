package dev.drover.internal.hook;

import dev.drover.hook.HookPoint.HookContext;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.RunId;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Creates the context of a hook from a session's state.
public final class HookContexts {
  private HookContexts() {}

  /// @param state of a session that was opened
  public static HookContext of(SessionState state, @Nullable RunId run) {
    var profile = state.profile();
    return new HookContext(
        Objects.requireNonNull(profile.session(), "the session was never opened"),
        run,
        profile.agent(),
        Path.of(profile.workspace()),
        profile.identity());
  }
}
