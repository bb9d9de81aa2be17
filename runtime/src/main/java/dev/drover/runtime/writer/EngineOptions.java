package dev.drover.runtime.writer;

import dev.drover.kernel.Input.Course;
import dev.drover.runtime.perform.Patience;
import dev.drover.runtime.retention.RetentionPlan;
import java.time.Duration;

/// What can be configured about driving sessions.
///
/// @param course what becomes of a run whose process died
/// @param patience how often a model is asked again
/// @param inbox how many inputs may wait for one session
/// @param residents how many idle sessions stay loaded
/// @param watchBuffer how many notices may wait for a slow watcher
/// @param lease how long this process is believed to be there without a sign
/// @param closing how long each step of closing may take
public record EngineOptions(
    Course course,
    Patience patience,
    RetentionPlan retention,
    int inbox,
    int residents,
    int watchBuffer,
    Duration lease,
    Duration closing) {
  public static final EngineOptions DEFAULT =
      new EngineOptions(
          Course.DRIVE_ON,
          Patience.DEFAULT,
          RetentionPlan.KEEP_ALL,
          64,
          4_096,
          2_048,
          Duration.ofSeconds(30),
          Duration.ofSeconds(5));
}
