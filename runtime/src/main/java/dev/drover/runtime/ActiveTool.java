package dev.drover.runtime;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.RunId;
import java.time.Instant;

/// A tool call that is under way.
///
/// @param run the run that it belongs to, or its own name if the host made it
/// @param since when it was begun, the last time if a crash came in between
public record ActiveTool(EffectId id, RunId run, String tool, Instant since) {}
