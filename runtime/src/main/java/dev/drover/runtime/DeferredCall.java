package dev.drover.runtime;

import dev.drover.kernel.CompletionKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A call that is carried out elsewhere and has not ended.
///
/// @param arguments JSON
/// @param since when it was begun
/// @param until when nobody waits for it any more; null if somebody does for as long as it takes
public record DeferredCall(
    CompletionKey key, String tool, String arguments, Instant since, @Nullable Instant until) {}
