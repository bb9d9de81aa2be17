package dev.drover.tool;

import dev.drover.kernel.value.DeferredCallKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A deferred call that is open.
///
/// @param arguments JSON
/// @param since when it was started
/// @param until when it times out; null if it does not
public record DeferredCall(
    DeferredCallKey key, String tool, String arguments, Instant since, @Nullable Instant until) {}
