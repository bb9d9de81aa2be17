package dev.drover.session;

import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;
import java.time.Instant;

/// A tool call in progress.
///
/// @param run its run, or its own id if it is a direct call
/// @param since when it was started; after a crash, when it was last started
public record ActiveToolCall(EffectId id, RunId run, String tool, Instant since) {}
