package dev.drover.internal.agent;

import dev.drover.compaction.CompactionPolicy;
import dev.drover.internal.delegation.AvailableSubagents;
import dev.drover.kernel.budget.RunLimits;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.WhenBusy;
import java.util.ArrayList;
import java.util.List;

/// The settings of an agent that apply to all its runs.
///
/// @param whenBusy what happens to a prompt during a run, unless the prompt specifies it
/// @param guard the budget guard of the host, if there is one
/// @param attachmentBytes the maximum size of one attachment
/// @param delegates the subagents that it can delegate to
/// @param compaction when conversations are compacted
/// @param fallbacks the models to use when its model has failed for good
/// @param warnings about how the agent was built, for programs that open a session
public record RunSettings(
    RunLimits limits,
    WhenBusy whenBusy,
    BudgetGuardSlot guard,
    long attachmentBytes,
    AvailableSubagents delegates,
    CompactionPolicy compaction,
    FallbackModels fallbacks,
    List<Problem> warnings) {
  public static final long DEFAULT_ATTACHMENT_BYTES = 10 << 20;

  public RunSettings {
    warnings = List.copyOf(warnings);
  }

  /// Returns these settings with other warnings about tools of servers.
  RunSettings withToolProblems(List<Problem> problems) {
    var all = new ArrayList<Problem>();
    warnings.stream().filter(each -> !each.code().startsWith("mcp_")).forEach(all::add);
    all.addAll(problems);
    return withWarnings(all);
  }

  /// Returns these settings with more warnings.
  RunSettings plusProblems(List<Problem> problems) {
    var all = new ArrayList<>(warnings);
    all.addAll(problems);
    return withWarnings(all);
  }

  private RunSettings withWarnings(List<Problem> all) {
    return new RunSettings(
        limits, whenBusy, guard, attachmentBytes, delegates, compaction, fallbacks, all);
  }

  RunSettings with(FallbackModels others) {
    return new RunSettings(
        limits, whenBusy, guard, attachmentBytes, delegates, compaction, others, warnings);
  }

  RunSettings with(AvailableSubagents others) {
    return new RunSettings(
        limits, whenBusy, guard, attachmentBytes, others, compaction, fallbacks, warnings);
  }
}
