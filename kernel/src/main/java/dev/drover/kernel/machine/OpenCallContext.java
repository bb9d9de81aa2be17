package dev.drover.kernel.machine;

import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.RunId;

/// An open call with its context: the turn of a run, or a direct call.
///
/// @param attempts how often it may be begun
/// @param isCrashLoopNext whether one more crash exceeds the limit
record OpenCallContext(RunId run, OpenCall call, int attempts, boolean isCrashLoopNext) {
  EffectId effect() {
    return call.effect();
  }
}
