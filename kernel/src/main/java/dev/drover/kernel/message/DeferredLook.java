package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;
import java.time.Instant;

/// When a tool is asked for news of a call that it deferred.
///
/// @param handle the tool's name for the work elsewhere
public record DeferredLook(String handle, Instant at) {
  public DeferredLook {
    NullChecks.nonNull(handle, "DeferredLook.handle");
    NullChecks.nonNull(at, "DeferredLook.at");
  }
}
