package dev.drover.internal.assembly;

import dev.drover.internal.model.ModelRetryOptions;
import dev.drover.internal.publish.WatchLimits;
import dev.drover.internal.retention.RetentionPlan;
import dev.drover.kernel.machine.Input.RecoveryCourse;
import dev.drover.spi.mcp.McpServer;
import java.time.Duration;
import java.util.List;

/// Options for driving sessions.
///
/// @param course what happens to a run whose process died
/// @param patience how often a model call is repeated
/// @param inbox how many inputs may wait for one session
/// @param residents how many idle sessions stay loaded
/// @param watching how much is kept for watchers
/// @param lease how long other processes assume that this process is alive without a renewal
/// @param closing how long each step of closing may take
/// @param servers the MCP servers of all agents
public record RuntimeOptions(
    RecoveryCourse course,
    ModelRetryOptions patience,
    RetentionPlan retention,
    int inbox,
    int residents,
    WatchLimits watching,
    Duration lease,
    Duration closing,
    List<McpServer> servers) {
  public static final RuntimeOptions DEFAULT =
      new RuntimeOptions(
          RecoveryCourse.DRIVE_ON,
          ModelRetryOptions.DEFAULT,
          RetentionPlan.KEEP_ALL,
          64,
          4_096,
          WatchLimits.DEFAULT,
          Duration.ofSeconds(30),
          Duration.ofSeconds(5),
          List.of());

  public RuntimeOptions {
    servers = List.copyOf(servers);
  }
}
