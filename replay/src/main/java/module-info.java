/// Replays journals: every event must follow from the ones before it.
///
/// It does not know stores, models or tools: a replay has zero effects.
@SuppressWarnings("module") // The modules it is for are built after it.
module dev.drover.replay {
  requires transitive dev.drover.kernel;
  requires static org.jspecify;

  exports dev.drover.replay to
      dev.drover.cli;
}
