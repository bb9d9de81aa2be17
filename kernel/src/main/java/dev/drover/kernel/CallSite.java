package dev.drover.kernel;

/// An open call, and what is to be known of where it stands: in the turn of a run, or by itself.
///
/// @param attempts how often it may be begun
/// @param isHopeless whether one more crash is one too many
record CallSite(RunId run, OpenCall call, int attempts, boolean isHopeless) {
  EffectId effect() {
    return call.effect();
  }
}
