package dev.drover.runtime.hook;

import dev.drover.kernel.Identity;
import dev.drover.kernel.RunId;
import dev.drover.kernel.SessionId;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where something happens.
///
/// @param run the run, or the call of the host; null for what belongs to none
/// @param identity for whom the session is
public record Scene(
    SessionId session, @Nullable RunId run, String agent, Path workspace, Identity identity) {}
