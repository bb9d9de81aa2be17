package dev.drover.hook;

import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The session and run in which a hook is called.
///
/// @param run the run, or the direct call; null if there is none
/// @param identity the identity of the session
public record HookContext(
    SessionId session, @Nullable RunId run, String agent, Path workspace, Identity identity) {}
