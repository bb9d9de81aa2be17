package dev.drover.runtime;

import dev.drover.kernel.Event;
import dev.drover.kernel.OneShot;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.Usage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Parts what a session has used beside its conversation from the rest, by what it was asked for.
/// Belongs to one thread.
final class BesideUse {
  private final Map<String, Use> uses = new LinkedHashMap<>();

  /// What was asked under one name, all together.
  private record Use(String model, Usage usage, long money, boolean isPriced) {
    static Use of(OneShot shot) {
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

  /// What is left of a session's own line when this has lines of its own.
  LedgerLine without(LedgerLine own) {
    var usage = own.usage();
    var money = own.money();
    for (var use : uses.values()) {
      usage = usage.minus(use.usage());
      money =
          money.isPresent() ? OptionalLong.of(Math.max(0, money.getAsLong() - use.money())) : money;
    }
    return new LedgerLine(own.session(), own.source(), own.depth(), own.model(), usage, money);
  }

  List<LedgerLine> lines(SessionId session, int depth) {
    return uses.entrySet().stream()
        .map(
            named ->
                new LedgerLine(
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
