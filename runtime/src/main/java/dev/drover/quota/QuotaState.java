package dev.drover.quota;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;

/// The state of one provider key, and its changes after a hit, a success and a new waiter. Pure:
/// time and randomness are parameters.
///
/// **One burst counts once.** A hit counts if its request was sent after the deadline in force had
/// passed. If fifty requests are in progress together and are refused one after the other, the
/// first refusal sets a deadline that is later than the sending of all the others, so the others do
/// not count.
///
/// **The deadline only grows.** Even a success does not reset it: a success shows that the provider
/// answers, not that it no longer asks for a wait. A success resets the number of hits, so that the
/// next backoff is short again; nothing else does.
///
/// **Places.** Waiting calls wake at different moments after the deadline. The number of waiters is
/// not known when the first one arrives, so each next place is a golden section further. The places
/// so far are always spread about evenly, for any number of waiters, and by arithmetic rather than
/// by luck. Only the first place is random, which keeps two processes apart.
///
/// @param hits counted since the last success
/// @param until no call starts before this
/// @param waiting how many calls are being held
/// @param place the place of the last waiter: at least 0, below 1
record QuotaState(int hits, Instant until, int waiting, double place) {
  private static final double GOLDEN = 0.618_033_988_749_894_9;

  static QuotaState calm(double chance) {
    return new QuotaState(0, Instant.EPOCH, 0, chance);
  }

  /// @param sent when the request was sent that was refused at `now`
  /// @param asked how long the provider asked to wait; zero if it did not specify
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

  /// Whether a caller that waited until `woken` may call.
  boolean isOpenTo(Instant woken) {
    return !woken.isBefore(until);
  }

  /// Whether the deadline has passed and all waiting calls have woken.
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
