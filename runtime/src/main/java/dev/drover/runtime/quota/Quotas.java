package dev.drover.runtime.quota;

import dev.drover.kernel.RunId;
import dev.drover.spi.model.Account;
import dev.drover.spi.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The accounts of one runtime that are, or were lately, throttled. Every model call of every agent
/// goes through here, first attempts too: a provider that said "not now" to one is not asked by the
/// others. A host that calls the same provider itself can join in.
///
/// ```java
/// switch (drover.quotas().await(account)) {
///   case Admission.Pass pass -> {
///     var response = http.send(request);
///     if (response.statusCode() == 429) {
///       drover.quotas().hit(pass, retryAfter(response));
///     } else {
///       drover.quotas().answered(account);
///     }
///   }
///   case Admission.Refused(var failure) -> giveUp(failure);
/// }
/// ```
///
/// Nothing of it is stored, except that whoever was throttled has its own time to come back in the
/// journal. A process that starts anew finds out by one hit what the one before knew.
///
/// All methods may be called by any thread. The states are guarded by this object's monitor; nobody
/// sleeps, or looks at the clock, while holding it.
public final class Quotas {
  private final Time time;
  private final QuotaPolicy policy;
  private final Map<Account, QuotaState> states = new HashMap<>();
  private final Map<RunId, Hold> holds = new HashMap<>();
  private int waiters;

  /// A run that is being held.
  ///
  /// @param since when it first wanted to ask
  /// @param wake when it looks again
  public record Hold(Account account, Instant since, Instant wake) {}

  public Quotas(Time time, QuotaPolicy policy) {
    this.time = time;
    this.policy = policy;
  }

  public QuotaPolicy policy() {
    return policy;
  }

  /// Waits until the account may be asked. Can be cancelled by interrupting the thread.
  public Admission.Final await(Account account) throws InterruptedException {
    var now = time.now();
    return switch (enter(account, Instant.EPOCH, now)) {
      case OPEN -> new Admission.Pass(account, now);
      case FULL -> tooMany(account, now);
      case HELD -> held(account, now);
    };
  }

  /// Whether a run may ask the account now. Who is [Admission.Held] counts among those who wait,
  /// and costs no thread meanwhile, until it is let in, or refused, or [#release]d.
  ///
  /// @param notBefore the time that the run was given to come back; the epoch if none was
  public Admission admit(Account account, RunId run, Instant notBefore) {
    var now = time.now();
    var hold = hold(run).orElse(null);
    if (hold != null && !hold.account().equals(account)) {
      release(run);
      hold = null;
    }
    if (hold == null) {
      return switch (enter(account, notBefore, now)) {
        case OPEN -> new Admission.Pass(account, later(notBefore, now));
        case FULL -> tooMany(account, now);
        case HELD -> placed(run, new Hold(account, now, notBefore), now);
      };
    }
    return now.isBefore(hold.wake()) ? new Admission.Held(hold.wake()) : placed(run, hold, now);
  }

  /// The run does not want to ask any more, or somebody else asks for it.
  public synchronized void release(RunId run) {
    if (!holds.isEmpty()) {
      var hold = holds.remove(run);
      if (hold != null) {
        left(hold.account());
      }
    }
  }

  private Admission.Refused tooMany(Account account, Instant now) {
    return new Admission.Refused(
        QuotaProblems.tooMany(account, policy.bounds().waiters(), left(account, now)));
  }

  private enum Entry {
    OPEN,
    /// Counted among those who wait, and has to leave.
    HELD,
    FULL
  }

  private synchronized Entry enter(Account account, Instant woken, Instant now) {
    var state = states.get(account);
    if (state == null || state.isOpenTo(woken) || state.isPast(now, policy.spread())) {
      return Entry.OPEN;
    }
    if (waiters >= policy.bounds().waiters()) {
      return Entry.FULL;
    }
    waiters++;
    states.put(account, state.entered());
    return Entry.HELD;
  }

  private synchronized void left(Account account) {
    waiters--;
    states.computeIfPresent(account, (_, state) -> state.left());
  }

  /// The deadline may have moved while one slept: whoever wakes looks again.
  private Admission.Final held(Account account, Instant since) throws InterruptedException {
    try {
      var woken = Instant.EPOCH;
      for (var wake = place(account, woken); wake != null; wake = place(account, woken)) {
        if (isTooLong(since, wake)) {
          return tooLong(account, wake, time.now());
        }
        time.sleepUntil(wake);
        woken = wake;
      }
      return new Admission.Pass(account, later(woken, time.now()));
    } finally {
      left(account);
    }
  }

  /// As [#held], for somebody who is told when to come back.
  ///
  /// @param woken how it was held until now
  private synchronized Admission placed(RunId run, Hold woken, Instant now) {
    var account = woken.account();
    var wake = place(account, woken.wake());
    if (wake != null && !isTooLong(woken.since(), wake)) {
      holds.put(run, new Hold(account, woken.since(), wake));
      return new Admission.Held(wake);
    }
    holds.remove(run);
    left(account);
    return wake == null
        ? new Admission.Pass(account, later(woken.wake(), now))
        : tooLong(account, wake, now);
  }

  private boolean isTooLong(Instant since, Instant wake) {
    return Duration.between(since, wake).compareTo(policy.bounds().hold()) > 0;
  }

  private Admission.Refused tooLong(Account account, Instant wake, Instant now) {
    var after = Duration.between(now, wake);
    return new Admission.Refused(
        QuotaProblems.tooLong(account, policy.bounds().hold(), positive(after)));
  }

  /// @return when to wake, or null if `woken` was late enough
  private synchronized @Nullable Instant place(Account account, Instant woken) {
    // Nobody forgets an account that somebody waits for.
    var state = Objects.requireNonNull(states.get(account));
    if (state.isOpenTo(woken)) {
      return null;
    }
    var placed = state.placed();
    states.put(account, placed);
    return placed.until().plus(policy.spread().at(placed.place()));
  }

  /// Records that a provider has throttled somebody, now.
  ///
  /// @param retryAfter how long the provider asked to wait; zero if it did not say
  /// @return when to ask again, at a moment that nobody else was given
  public Instant hit(Account account, Duration retryAfter) {
    return hit(new Admission.Pass(account, time.now()), retryAfter);
  }

  /// Records that the provider has throttled this request.
  ///
  /// @param retryAfter how long the provider asked to wait; zero if it did not say
  /// @return when to ask again, at a moment that nobody else was given
  public Instant hit(Admission.Pass pass, Duration retryAfter) {
    var asked = retryAfter.compareTo(QuotaPolicy.LONGEST) < 0 ? retryAfter : QuotaPolicy.LONGEST;
    return hit(pass, positive(asked), time.now(), time.chance());
  }

  private synchronized Instant hit(
      Admission.Pass pass, Duration asked, Instant now, double chance) {
    var account = pass.account();
    var before = states.get(account);
    if (before == null) {
      makeRoom(now);
      before = QuotaState.calm(chance);
    }
    var state = before.hit(pass.sent(), now, asked, policy.backoff(), chance).placed();
    states.put(account, state);
    // The deadline may lie behind us: then this hit is the last, late one of an old burst.
    return later(state.until(), now).plus(policy.spread().at(state.place()));
  }

  /// Forgets one account that nobody waits for, if there are too many: the one that matters least.
  private void makeRoom(Instant now) {
    states.values().removeIf(state -> state.isForgettable(now, policy.spread()));
    var idle = states.entrySet().stream().filter(entry -> entry.getValue().waiting() == 0).toList();
    if (idle.size() >= policy.bounds().accounts()) {
      idle.stream()
          .min(Comparator.comparing(entry -> entry.getValue().until()))
          .ifPresent(entry -> states.remove(entry.getKey()));
    }
  }

  /// Records that the account was served. Only this resets the counter of hits.
  public void answered(Account account) {
    if (isKnown(account)) {
      answered(account, time.now());
    }
  }

  private synchronized boolean isKnown(Account account) {
    return states.containsKey(account);
  }

  private synchronized void answered(Account account, Instant now) {
    states.computeIfPresent(
        account,
        (_, before) -> {
          var state = before.answered();
          return state.isForgettable(now, policy.spread()) ? null : state;
        });
  }

  /// How an account stands.
  public synchronized QuotaStatus status(Account account) {
    var state = states.getOrDefault(account, QuotaState.calm(0));
    return new QuotaStatus(account, state.hits(), state.until(), state.waiting());
  }

  /// The accounts that are, or were lately, throttled.
  public synchronized List<QuotaStatus> statuses() {
    return states.keySet().stream()
        .sorted(Comparator.comparing(Account::toString))
        .map(this::status)
        .toList();
  }

  /// Whether this runtime holds a model call of the run.
  public synchronized Optional<Hold> hold(RunId run) {
    return holds.isEmpty() ? Optional.empty() : Optional.ofNullable(holds.get(run));
  }

  private Duration left(Account account, Instant now) {
    return positive(Duration.between(now, status(account).until()));
  }

  private static Duration positive(Duration length) {
    return length.isNegative() ? Duration.ZERO : length;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isBefore(other) ? other : one;
  }
}
