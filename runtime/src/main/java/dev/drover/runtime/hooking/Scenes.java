package dev.drover.runtime.hooking;

import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionState;
import dev.drover.runtime.hook.Scene;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads from a session's state where something happens.
public final class Scenes {
  private Scenes() {}

  /// @param state of a session that was opened
  public static Scene of(SessionState state, @Nullable RunId run) {
    var profile = state.profile();
    return new Scene(
        Objects.requireNonNull(profile.session(), "the session was never opened"),
        run,
        profile.agent(),
        Path.of(profile.workspace()),
        profile.identity());
  }
}
