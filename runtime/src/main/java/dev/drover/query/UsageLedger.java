package dev.drover.query;

import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Usage;
import java.util.List;
import java.util.OptionalLong;

/// The usage of a session and of all its tasks, at any depth.
///
/// Usage is stored once: the journal of the session that called the model contains the provider's
/// numbers with the reply, and the ledger reads them there. So the usage of a child is visible at
/// once, failed and cancelled work keeps its usage, and a crash never counts anything twice.
///
/// @param lines the session first, then each child followed by its own children, in the order in
///   which they were opened; one line for each model that replied
public record UsageLedger(List<UsageLedgerLine> lines) {
  public UsageLedger {
    lines = List.copyOf(lines);
  }

  /// The sum of all lines.
  public Usage total() {
    return lines.stream().map(UsageLedgerLine::usage).reduce(Usage.NONE, Usage::plus);
  }

  /// The sum of all lines, in millionths; empty if a price was not known for one of them.
  public OptionalLong money() {
    long sum = 0;
    for (var line : lines) {
      if (line.money().isEmpty() && line.usage().total() > 0) {
        return OptionalLong.empty();
      }
      sum = Math.addExact(sum, line.money().orElse(0));
    }
    return OptionalLong.of(sum);
  }

  /// The usage of one session with one model, as a line of a [UsageLedger].
  ///
  /// @param source the agent of the session, or the name of a one-shot completion
  /// @param depth the number of sessions above it; 0 for the session at the top
  /// @param model the session's current model, or one that replaced it in a run; empty if the
  ///   session was deleted
  /// @param money in millionths, at the prices that were in force at that time; empty if no price
  ///   was known
  public record UsageLedgerLine(
      SessionId session, String source, int depth, String model, Usage usage, OptionalLong money) {}
}
