package dev.drover.internal.model;

import dev.drover.internal.agent.FallbackModels;
import dev.drover.internal.foreign.ForeignModel;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.value.Failure;
import dev.drover.kernel.value.RunId;
import dev.drover.problem.ForeignCodeFailed;
import dev.drover.quota.ProviderQuotas;
import dev.drover.quota.ProviderQuotas.QuotaAdmission;
import dev.drover.quota.ProviderQuotas.QuotaProblems;
import dev.drover.spi.time.Time;
import java.time.Duration;
import java.time.Instant;

/// Decides when a model may be called, and whether it is called again.
///
/// Failed attempts and throttled attempts are counted separately: throttling by a provider does not
/// use up the retries after failures, and vice versa.
public final class ModelAttempts {
  private final Time time;
  private final RetrySchedule retries;
  private final ProviderQuotas quotas;

  public ModelAttempts(Time time, RetrySchedule retries, ProviderQuotas quotas) {
    this.time = time;
    this.retries = retries;
    this.quotas = quotas;
  }

  /// Whether the attempt may be made now. Nothing is journaled: the run is unchanged.
  ///
  /// @param fallbacks the models that could be called instead
  public QuotaAdmission begin(
      Effect.CallModel effect, ForeignModel model, FallbackModels fallbacks) {
    return switch (begin(effect, model)) {
      case QuotaAdmission.Held(var until) when isTooFar(until, fallbacks) -> {
        var after = Duration.between(time.now(), until);
        yield new QuotaAdmission.Refused(
            QuotaProblems.tooLong(model.providerKey(), fallbacks.patience(), after));
      }
      case QuotaAdmission.Held held -> held;
      case QuotaAdmission.Final word -> word;
    };
  }

  /// Whether the attempt may be made now, without fallbacks.
  public QuotaAdmission begin(Effect.CallModel effect, ForeignModel model) {
    var notBefore = effect.notBefore();
    if (notBefore.isAfter(time.now())) {
      return new QuotaAdmission.Held(notBefore);
    }
    try {
      return quotas.admit(model.providerKey(), effect.run(), notBefore);
    } catch (ForeignCodeFailed broken) {
      return new QuotaAdmission.Refused(Failure.lasting(broken.problem()));
    }
  }

  void answered(QuotaAdmission.Pass pass) {
    quotas.answered(pass.account());
  }

  Input.ModelCallFailed broke(Effect.CallModel effect, QuotaAdmission.Pass pass, Failure failure) {
    return switch (failure.retry()) {
      case Failure.Retry.Never _ -> lost(effect, failure);
      case Failure.Retry.Later(var asked) -> {
        int tries = effect.attempt() - effect.hits();
        var retryAt = retries.next(asked, tries, time.now(), time.random());
        yield new Input.ModelCallFailed(effect.id(), effect.attempt(), failure, retryAt);
      }
      case Failure.Retry.Throttled(var asked) -> throttled(effect, pass, failure, asked);
    };
  }

  /// The decision if there are fallbacks: a model that could only be called again after a long time
  /// is given up, like one that is not called again at all.
  Input.ModelCallFailed broke(Input.ModelCallFailed broke, FallbackModels fallbacks) {
    var retryAt = broke.retryAt();
    var next = fallbacks.after(broke.failure());
    return next == null || (retryAt != null && !isTooFar(retryAt, fallbacks))
        ? broke
        : new Input.ModelCallFailed(broke.effect(), broke.attempt(), broke.failure(), null, next);
  }

  private boolean isTooFar(Instant next, FallbackModels fallbacks) {
    return !fallbacks.areNone() && next.isAfter(time.now().plus(fallbacks.patience()));
  }

  /// The attempt was the last one.
  static Input.ModelCallFailed lost(Effect.CallModel effect, Failure failure) {
    return new Input.ModelCallFailed(effect.id(), effect.attempt(), failure, null);
  }

  private Input.ModelCallFailed throttled(
      Effect.CallModel effect, QuotaAdmission.Pass pass, Failure failure, Duration asked) {
    // First of all: other calls must know of the hit, even if this call is not repeated.
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
    return new Input.ModelCallFailed(effect.id(), effect.attempt(), failure, retryAt);
  }

  /// A run, or a call outside of one, no longer waits for a model.
  public void release(RunId run) {
    quotas.release(run);
  }
}
