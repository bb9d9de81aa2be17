package dev.drover.internal.query;

import dev.drover.kernel.budget.OneShotRecord;
import dev.drover.kernel.event.Event;
import dev.drover.kernel.value.SessionId;
import dev.drover.kernel.value.Usage;
import dev.drover.query.SessionQueries.UsageLedger.UsageLedgerLine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Separates the usage of one-shot completions from the rest of a session, by their names. Belongs
/// to one thread.
final class OneShotUsage {
  private final Map<String, Use> uses = new LinkedHashMap<>();

  /// The sum of all completions of one name.
  private record Use(String model, Usage usage, long money, boolean isPriced) {
    static Use of(OneShotRecord shot) {
      return new Use(
          shot.model(), shot.usage(), shot.cost().money(), shot.budgets().price() != null);
    }

    Use plus(Use more) {
      return new Use(
          more.model, usage.plus(more.usage), money + more.money, isPriced && more.isPriced);
    }
  }

  void take(Event event) {
    if (event instanceof Event.CompletionMade(var shot)) {
      uses.merge(shot.name(), Use.of(shot), Use::plus);
    }
  }

  /// The rest of a session's own line after the completions have their own lines.
  UsageLedgerLine without(UsageLedgerLine own) {
    var usage = own.usage();
    var money = own.money();
    for (var use : uses.values()) {
      usage = usage.minus(use.usage());
      money =
          money.isPresent() ? OptionalLong.of(Math.max(0, money.getAsLong() - use.money())) : money;
    }
    return new UsageLedgerLine(own.session(), own.source(), own.depth(), own.model(), usage, money);
  }

  List<UsageLedgerLine> lines(SessionId session, int depth) {
    return uses.entrySet().stream()
        .map(
            named ->
                new UsageLedgerLine(
                    session,
                    named.getKey(),
                    depth,
                    named.getValue().model(),
                    named.getValue().usage(),
                    named.getValue().isPriced()
                        ? OptionalLong.of(named.getValue().money())
                        : OptionalLong.empty()))
        .toList();
  }
}
