package dev.drover.internal.query;

import dev.drover.kernel.budget.ModelReplacement.FallbackModel;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.kernel.event.CompactionOutcome;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Usage;
import dev.drover.query.SessionQueries.UsageLedger.UsageLedgerLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Splits the usage of a session by model: its own, and those that replaced it in a run or for a
/// summary. Belongs to one thread.
final class FallbackUsage {
  private final Map<FallbackModel, Use> uses = new LinkedHashMap<>();
  private @Nullable FallbackModel current;

  /// @param money in millionths, each reply rounded up as budgets do
  private record Use(Usage usage, long money) {
    static final Use NONE = new Use(Usage.NONE, 0);

    Use plus(Usage more, @Nullable TokenPrice price) {
      return new Use(usage.plus(more), money + (price == null ? 0 : price.of(more)));
    }

    Use plus(Use other) {
      return new Use(usage.plus(other.usage), money + other.money);
    }
  }

  void take(Event event) {
    switch (event) {
      case Event.ModelReplaced replaced -> current = replaced.fallback();
      case Event.RunAccepted _ -> current = null;
      case Event.ModelReplied(_, _, var reply) -> used(current, reply.usage());
      case Event.HistoryCompacted(var shortening) -> used(whoMade(shortening), shortening.usage());
      case Event.CompactionFailed(var failure) -> used(whoMade(failure), failure.usage());
      case Event.OfRun _, Event.OfSession _ -> {}
    }
  }

  /// @return null if it was the session's own model
  private @Nullable FallbackModel whoMade(CompactionOutcome outcome) {
    var others = outcome.replacements();
    if (!others.isEmpty()) {
      return others.getLast().fallback();
    }
    // It was requested outside of a run, though it may have arrived during one.
    return outcome.cause() == CompactionOutcome.Cause.ASKED ? null : current;
  }

  private void used(@Nullable FallbackModel by, Usage usage) {
    if (by != null) {
      uses.put(by, uses.getOrDefault(by, Use.NONE).plus(usage, by.price()));
    }
  }

  /// The session's own model first, with all usage that is not another's.
  List<UsageLedgerLine> lines(SessionId session, int depth, SessionState state) {
    var spending = state.totals().spending();
    boolean isCounted = spending.budgets().price() != null;
    var agent = state.profile().agent();
    var others = uses.values().stream().reduce(Use.NONE, Use::plus);
    var lines = new ArrayList<UsageLedgerLine>(1 + uses.size());
    lines.add(
        new UsageLedgerLine(
            session,
            agent,
            depth,
            state.ownModel(),
            state.totals().usage().minus(others.usage()),
            isCounted
                ? OptionalLong.of(Math.max(0, spending.session().money() - others.money()))
                : OptionalLong.empty()));
    uses.forEach(
        (by, use) ->
            lines.add(
                new UsageLedgerLine(
                    session,
                    agent,
                    depth,
                    by.model(),
                    use.usage(),
                    isCounted && by.price() != null
                        ? OptionalLong.of(use.money())
                        : OptionalLong.empty())));
    return lines;
  }
}
