package dev.drover.runtime.quota;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;

/// What is known about one account, and what follows from a hit, a success and a waiter. Pure: time
/// and chance come from outside.
///
/// **One burst counts once.** A hit counts if its request was sent when the deadline in force had
/// passed. Fifty requests that were under way together are refused one after the other: the first
/// refusal sets a deadline that lies after the sending of all the others, so they belong to it.
///
/// **The deadline only ever grows.** Not even a success takes it back: it says that the account is
/// served, not that the provider has forgotten what it asked for. A success resets the counter, so
/// that the next backoff is a short one again; nothing else does.
///
/// **Places.** Those who wait wake at different moments after the deadline. How many will wait is
/// not known when the first of them asks, so each next place is a golden section further: the
/// places given so far are always spread about evenly, whatever their number, and by arithmetic
/// rather than by luck. Chance only says where the first one is, which keeps two processes apart.
///
/// @param hits counted since the last success
/// @param until before this nobody asks
/// @param waiting how many are being held
/// @param place where the last one was put: at least 0, below 1
record QuotaState(int hits, Instant until, int waiting, double place) {
  private static final double GOLDEN = 0.618_033_988_749_894_9;

  static QuotaState calm(double chance) {
    return new QuotaState(0, Instant.EPOCH, 0, chance);
  }

  /// @param sent when the request went out that was refused at `now`
  /// @param asked how long the provider asked to wait; zero if it did not say
  QuotaState hit(
      Instant sent, Instant now, Duration asked, QuotaPolicy.Backoff backoff, double chance) {
    var wanted = asked.isZero() ? until : now.plus(asked);
    if (sent.isBefore(until)) {
      return new QuotaState(hits, latest(until, wanted), waiting, place);
    }
    var planned = now.plus(backoff.after(hits + 1, chance));
    return new QuotaState(hits + 1, latest(until, wanted, planned), waiting, place);
  }

  QuotaState answered() {
    return new QuotaState(0, until, waiting, place);
  }

  /// Whether somebody may ask who has waited until `woken`.
  boolean isOpenTo(Instant woken) {
    return !woken.isBefore(until);
  }

  /// Whether the deadline has passed, and everybody who waited for it has woken.
  boolean isPast(Instant now, QuotaPolicy.Spread spread) {
    return !now.isBefore(until.plus(spread.most()));
  }

  boolean isForgettable(Instant now, QuotaPolicy.Spread spread) {
    return hits == 0 && waiting == 0 && isPast(now, spread);
  }

  QuotaState entered() {
    return new QuotaState(hits, until, waiting + 1, place);
  }

  QuotaState left() {
    return new QuotaState(hits, until, waiting - 1, place);
  }

  QuotaState placed() {
    return new QuotaState(hits, until, waiting, (place + GOLDEN) % 1);
  }

  private static Instant latest(Instant... all) {
    return Collections.max(List.of(all));
  }
}
