package dev.drover.runtime;

import dev.drover.kernel.Usage;
import java.util.List;
import java.util.OptionalLong;

/// What a session has used, and all that works or has worked for it, in any depth.
///
/// Nothing is kept twice: what a provider reported stands in the journal of the session that asked,
/// with the reply, and this reads it there. So what a child uses is seen at once, whoever fails, is
/// cancelled or dies keeps what it used, and no crash counts anything twice.
///
/// @param lines the session first, then each child followed by its own, in the order in which they
///   were opened; one for each model that answered
public record Ledger(List<LedgerLine> lines) {
  public Ledger {
    lines = List.copyOf(lines);
  }

  /// Of all together.
  public Usage total() {
    return lines.stream().map(LedgerLine::usage).reduce(Usage.NONE, Usage::plus);
  }

  /// Of all together, in millionths; empty if for one of them no price was known.
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
}
