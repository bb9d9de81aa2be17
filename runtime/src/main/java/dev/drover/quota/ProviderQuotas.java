package dev.drover.quota;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.RunId;
import dev.drover.spi.model.ProviderKey;
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

/// The provider keys of one runtime that are, or were recently, throttled. Every model call of
/// every agent passes here, including first attempts: after a provider has throttled one call, the
/// others wait as well. A host that calls the same provider itself can take part.
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
/// The states are not stored, but the journal has the retry time of each throttled call. A new
/// process learns from its first hit what the previous process knew.
///
/// All methods may be called by any thread. The states are guarded by this object's monitor; no
/// thread sleeps or reads the clock while holding it.
public final class ProviderQuotas {
  private final Time time;
  private final QuotaPolicy policy;
  private final Map<ProviderKey, QuotaState> states = new HashMap<>();
  private final Map<RunId, Hold> holds = new HashMap<>();
  private int waiters;

  /// A run that is being held.
  ///
  /// @param since when it first wanted to call the model
  /// @param wake when it checks again
  public record Hold(ProviderKey account, Instant since, Instant wake) {}

  public ProviderQuotas(Time time, QuotaPolicy policy) {
    this.time = time;
    this.policy = policy;
  }

  public QuotaPolicy policy() {
    return policy;
  }

  /// Waits until the provider key may be used. Can be cancelled by interrupting the thread.
  public QuotaAdmission.Final await(ProviderKey account) throws InterruptedException {
    nonNull(account, "account");
    var now = time.now();
    return switch (enter(account, Instant.EPOCH, now)) {
      case OPEN -> new QuotaAdmission.Pass(account, now);
      case FULL -> tooMany(account, now);
      case HELD -> held(account, now);
    };
  }

  /// Whether a run may use the provider key now. A run that is [QuotaAdmission.Held] counts as
  /// waiting, without occupying a thread, until it is admitted, refused or [#release]d.
  ///
  /// @param notBefore the time at which the run may retry; the epoch if there is none
  public QuotaAdmission admit(ProviderKey account, RunId run, Instant notBefore) {
    nonNull(account, "account");
    nonNull(run, "run");
    nonNull(notBefore, "notBefore");
    var now = time.now();
    var hold = hold(run).orElse(null);
    if (hold != null && !hold.account().equals(account)) {
      release(run);
      hold = null;
    }
    if (hold == null) {
      return switch (enter(account, notBefore, now)) {
        case OPEN -> new QuotaAdmission.Pass(account, later(notBefore, now));
        case FULL -> tooMany(account, now);
        case HELD -> placed(run, new Hold(account, now, notBefore), now);
      };
    }
    return now.isBefore(hold.wake())
        ? new QuotaAdmission.Held(hold.wake())
        : placed(run, hold, now);
  }

  /// The run no longer wants to call the model, or another process calls it.
  public synchronized void release(RunId run) {
    nonNull(run, "run");
    if (!holds.isEmpty()) {
      var hold = holds.remove(run);
      if (hold != null) {
        left(hold.account());
      }
    }
  }

  private QuotaAdmission.Refused tooMany(ProviderKey account, Instant now) {
    return new QuotaAdmission.Refused(
        QuotaProblems.tooMany(account, policy.bounds().waiters(), left(account, now)));
  }

  private enum Entry {
    OPEN,
    /// Counted as waiting, and has to be removed.
    HELD,
    FULL
  }

  private synchronized Entry enter(ProviderKey account, Instant woken, Instant now) {
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

  private synchronized void left(ProviderKey account) {
    waiters--;
    states.computeIfPresent(account, (_, state) -> state.left());
  }

  /// The deadline may have moved while a thread slept, so a woken thread checks again.
  private QuotaAdmission.Final held(ProviderKey account, Instant since)
      throws InterruptedException {
    try {
      var woken = Instant.EPOCH;
      for (var wake = place(account, woken); wake != null; wake = place(account, woken)) {
        if (isTooLong(since, wake)) {
          return tooLong(account, wake, time.now());
        }
        time.sleepUntil(wake);
        woken = wake;
      }
      return new QuotaAdmission.Pass(account, later(woken, time.now()));
    } finally {
      left(account);
    }
  }

  /// As [#held], for a caller that returns at a given time instead of waiting.
  ///
  /// @param woken its previous hold
  private synchronized QuotaAdmission placed(RunId run, Hold woken, Instant now) {
    var account = woken.account();
    var wake = place(account, woken.wake());
    if (wake != null && !isTooLong(woken.since(), wake)) {
      holds.put(run, new Hold(account, woken.since(), wake));
      return new QuotaAdmission.Held(wake);
    }
    holds.remove(run);
    left(account);
    return wake == null
        ? new QuotaAdmission.Pass(account, later(woken.wake(), now))
        : tooLong(account, wake, now);
  }

  private boolean isTooLong(Instant since, Instant wake) {
    return Duration.between(since, wake).compareTo(policy.bounds().hold()) > 0;
  }

  private QuotaAdmission.Refused tooLong(ProviderKey account, Instant wake, Instant now) {
    var after = Duration.between(now, wake);
    return new QuotaAdmission.Refused(
        QuotaProblems.tooLong(account, policy.bounds().hold(), positive(after)));
  }

  /// @return when to wake, or null if `woken` was late enough
  private synchronized @Nullable Instant place(ProviderKey account, Instant woken) {
    // A provider key with waiting calls is never forgotten.
    var state = Objects.requireNonNull(states.get(account));
    if (state.isOpenTo(woken)) {
      return null;
    }
    var placed = state.placed();
    states.put(account, placed);
    return placed.until().plus(policy.spread().at(placed.place()));
  }

  /// Records that a provider has throttled a request, now.
  ///
  /// @param retryAfter how long the provider asked to wait; zero if it did not specify
  /// @return when to retry, at a moment that no other caller received
  public Instant hit(ProviderKey account, Duration retryAfter) {
    nonNull(account, "account");
    nonNull(retryAfter, "retryAfter");
    return hit(new QuotaAdmission.Pass(account, time.now()), retryAfter);
  }

  /// Records that the provider has throttled this request.
  ///
  /// @param retryAfter how long the provider asked to wait; zero if it did not specify
  /// @return when to retry, at a moment that no other caller received
  public Instant hit(QuotaAdmission.Pass pass, Duration retryAfter) {
    nonNull(pass, "pass");
    nonNull(retryAfter, "retryAfter");
    var asked = retryAfter.compareTo(QuotaPolicy.LONGEST) < 0 ? retryAfter : QuotaPolicy.LONGEST;
    return hit(pass, positive(asked), time.now(), time.random());
  }

  private synchronized Instant hit(
      QuotaAdmission.Pass pass, Duration asked, Instant now, double chance) {
    var account = pass.account();
    var before = states.get(account);
    if (before == null) {
      makeRoom(now);
      before = QuotaState.calm(chance);
    }
    var state = before.hit(pass.sent(), now, asked, policy.backoff(), chance).placed();
    states.put(account, state);
    // The deadline may have passed: then this is a late hit of an old burst.
    return later(state.until(), now).plus(policy.spread().at(state.place()));
  }

  /// Forgets the least important provider key without waiting calls, if there are too many.
  private void makeRoom(Instant now) {
    states.values().removeIf(state -> state.isForgettable(now, policy.spread()));
    var idle = states.entrySet().stream().filter(entry -> entry.getValue().waiting() == 0).toList();
    if (idle.size() >= policy.bounds().accounts()) {
      idle.stream()
          .min(Comparator.comparing(entry -> entry.getValue().until()))
          .ifPresent(entry -> states.remove(entry.getKey()));
    }
  }

  /// Records that the provider answered. Only this resets the number of hits.
  public void answered(ProviderKey account) {
    nonNull(account, "account");
    if (isKnown(account)) {
      answered(account, time.now());
    }
  }

  private synchronized boolean isKnown(ProviderKey account) {
    return states.containsKey(account);
  }

  private synchronized void answered(ProviderKey account, Instant now) {
    states.computeIfPresent(
        account,
        (_, before) -> {
          var state = before.answered();
          return state.isForgettable(now, policy.spread()) ? null : state;
        });
  }

  /// The status of a provider key.
  public synchronized QuotaStatus status(ProviderKey account) {
    nonNull(account, "account");
    var state = states.getOrDefault(account, QuotaState.calm(0));
    return new QuotaStatus(account, state.hits(), state.until(), state.waiting());
  }

  /// The provider keys that are, or were recently, throttled.
  public synchronized List<QuotaStatus> statuses() {
    return states.keySet().stream()
        .sorted(Comparator.comparing(ProviderKey::toString))
        .map(this::status)
        .toList();
  }

  /// Whether this runtime holds a model call of the run.
  public synchronized Optional<Hold> hold(RunId run) {
    nonNull(run, "run");
    return holds.isEmpty() ? Optional.empty() : Optional.ofNullable(holds.get(run));
  }

  private Duration left(ProviderKey account, Instant now) {
    return positive(Duration.between(now, status(account).until()));
  }

  private static Duration positive(Duration length) {
    return length.isNegative() ? Duration.ZERO : length;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isBefore(other) ? other : one;
  }

  /// The status of one provider key.
  ///
  /// @param hits how often it was throttled since its last success; a burst counts once
  /// @param until no call starts before this; in the past if it is not throttled
  /// @param waiting how many model calls are being held
  public record QuotaStatus(ProviderKey account, int hits, Instant until, int waiting) {}

  /// The answer to a caller that wants to call a provider.
  public sealed interface QuotaAdmission {
    /// An answer for a caller that waits.
    sealed interface Final extends QuotaAdmission {}

    /// Call now. If the call is throttled, pass this object to [ProviderQuotas#hit].
    ///
    /// @param sent when the request is sent; separates the hits of one burst from those of the next
    record Pass(ProviderKey account, Instant sent) implements Final {}

    /// Do not call. The failure states the reason, and after how long a retry makes sense.
    record Refused(Failure failure) implements Final {}

    /// Not now. Do not wait here: return at that time, and ask again.
    record Held(Instant until) implements QuotaAdmission {}
  }

  /// Failures that end the wait for a quota. Each of them states after how long to retry.
  public static final class QuotaProblems {
    public static final String EXHAUSTED = "quota_exhausted";

    private QuotaProblems() {}

    /// @param hits how often this one call was throttled
    /// @param last the provider's last problem
    public static Failure outOfRetries(
        ProviderKey account, int hits, Problem last, Duration after) {
      return exhausted(
          "%s has throttled this call %d times, the last time with: %s"
              .formatted(account, hits, last.detail().isEmpty() ? last.title() : last.detail()),
          after);
    }

    public static Failure tooLong(ProviderKey account, Duration bound, Duration after) {
      return exhausted(
          "%s is throttled for longer than the %s that a call may wait".formatted(account, bound),
          after);
    }

    static Failure tooMany(ProviderKey account, int waiters, Duration after) {
      return exhausted(
          "%s is throttled, and %d calls are waiting already".formatted(account, waiters), after);
    }

    private static Failure exhausted(String detail, Duration after) {
      var problem =
          new Problem(
              EXHAUSTED,
              "The provider's quota is used up",
              detail,
              "Send the prompt again in %d seconds or later; raise the account's quota, or allow more waiting."
                  .formatted(Math.ceilDiv(after.toMillis(), 1_000)));
      return new Failure(problem, new Failure.Retry.Throttled(after));
    }
  }
}
