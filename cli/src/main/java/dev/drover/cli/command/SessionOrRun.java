package dev.drover.cli.command;

import dev.drover.kernel.value.RunId;
import dev.drover.kernel.value.SessionId;
import org.jspecify.annotations.Nullable;

/// The target of a `SESSION|RUN` argument.
///
/// @param run null if a session was named
record SessionOrRun(SessionId session, @Nullable RunId run) {}
