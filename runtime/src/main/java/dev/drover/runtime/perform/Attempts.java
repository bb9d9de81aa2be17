package dev.drover.runtime.perform;

import dev.drover.kernel.Effect;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Input;
import dev.drover.runtime.agent.Fallbacks;
import dev.drover.runtime.foreign.ForeignModel;
import dev.drover.runtime.problem.ForeignCodeFailed;
import dev.drover.runtime.quota.Admission;
import dev.drover.runtime.quota.QuotaProblems;
import dev.drover.runtime.quota.Quotas;
import dev.drover.spi.time.Time;
import java.time.Duration;
import java.time.Instant;

/// Says when a model may be asked, and whether it is asked again.
///
/// Attempts that broke and attempts that were throttled are counted apart: a busy provider does not
/// use up the patience that we have with a broken one, nor the other way round.
public final class Attempts {
  private final Time time;
  private final RetryPolicy retries;
  private final Quotas quotas;

  public Attempts(Time time, RetryPolicy retries, Quotas quotas) {
    this.time = time;
    this.retries = retries;
    this.quotas = quotas;
  }

  /// Whether the attempt may be made now. Nothing is journaled: the run is as it was.
  ///
  /// @param fallbacks who could be asked instead
  public Admission begin(Effect.CallModel effect, ForeignModel model, Fallbacks fallbacks) {
    return switch (begin(effect, model)) {
      case Admission.Held(var until) when isTooFar(until, fallbacks) -> {
        var after = Duration.between(time.now(), until);
        yield new Admission.Refused(
            QuotaProblems.tooLong(model.account(), fallbacks.patience(), after));
      }
      case Admission.Held held -> held;
      case Admission.Final word -> word;
    };
  }

  /// Whether the attempt may be made now, if nobody could be asked instead.
  public Admission begin(Effect.CallModel effect, ForeignModel model) {
    var notBefore = effect.notBefore();
    if (notBefore.isAfter(time.now())) {
      return new Admission.Held(notBefore);
    }
    try {
      return quotas.admit(model.account(), effect.run(), notBefore);
    } catch (ForeignCodeFailed broken) {
      return new Admission.Refused(Failure.lasting(broken.problem()));
    }
  }

  void answered(Admission.Pass pass) {
    quotas.answered(pass.account());
  }

  Input.ModelBroke broke(Effect.CallModel effect, Admission.Pass pass, Failure failure) {
    return switch (failure.retry()) {
      case Failure.Retry.Never _ -> lost(effect, failure);
      case Failure.Retry.Later(var asked) -> {
        int tries = effect.attempt() - effect.hits();
        var retryAt = retries.next(asked, tries, time.now(), time.chance());
        yield new Input.ModelBroke(effect.id(), effect.attempt(), failure, retryAt);
      }
      case Failure.Retry.Throttled(var asked) -> throttled(effect, pass, failure, asked);
    };
  }

  /// What follows if others stand ready: whoever could be asked again only after a long time is
  /// given up, like one that is not asked again at all.
  Input.ModelBroke broke(Input.ModelBroke broke, Fallbacks fallbacks) {
    var retryAt = broke.retryAt();
    var next = fallbacks.after(broke.failure());
    return next == null || (retryAt != null && !isTooFar(retryAt, fallbacks))
        ? broke
        : new Input.ModelBroke(broke.effect(), broke.attempt(), broke.failure(), null, next);
  }

  private boolean isTooFar(Instant next, Fallbacks fallbacks) {
    return !fallbacks.areNone() && next.isAfter(time.now().plus(fallbacks.patience()));
  }

  /// The attempt was the last one.
  static Input.ModelBroke lost(Effect.CallModel effect, Failure failure) {
    return new Input.ModelBroke(effect.id(), effect.attempt(), failure, null);
  }

  private Input.ModelBroke throttled(
      Effect.CallModel effect, Admission.Pass pass, Failure failure, Duration asked) {
    // Before anything else: the others must know, also if this call is not repeated.
    var retryAt = quotas.hit(pass, asked);
    var policy = quotas.policy();
    var after = Duration.between(time.now(), retryAt);
    int hits = effect.hits() + 1;
    if (hits > policy.retries()) {
      var problem = failure.problem();
      return lost(effect, QuotaProblems.outOfRetries(pass.account(), hits, problem, after));
    }
    if (after.compareTo(policy.bounds().hold()) > 0) {
      return lost(effect, QuotaProblems.tooLong(pass.account(), policy.bounds().hold(), after));
    }
    return new Input.ModelBroke(effect.id(), effect.attempt(), failure, retryAt);
  }
}
