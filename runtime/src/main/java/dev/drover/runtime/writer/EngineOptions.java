package dev.drover.runtime.writer;

import dev.drover.kernel.Input.Course;
import dev.drover.runtime.live.WatchLimits;
import dev.drover.runtime.perform.Patience;
import dev.drover.runtime.retention.RetentionPlan;
import java.time.Duration;

/// What can be configured about driving sessions.
///
/// @param course what becomes of a run whose process died
/// @param patience how often a model is asked again
/// @param inbox how many inputs may wait for one session
/// @param residents how many idle sessions stay loaded
/// @param watching how much is kept for watchers
/// @param lease how long this process is believed to be there without a sign
/// @param closing how long each step of closing may take
public record EngineOptions(
    Course course,
    Patience patience,
    RetentionPlan retention,
    int inbox,
    int residents,
    WatchLimits watching,
    Duration lease,
    Duration closing) {
  public static final EngineOptions DEFAULT =
      new EngineOptions(
          Course.DRIVE_ON,
          Patience.DEFAULT,
          RetentionPlan.KEEP_ALL,
          64,
          4_096,
          WatchLimits.DEFAULT,
          Duration.ofSeconds(30),
          Duration.ofSeconds(5));
}
