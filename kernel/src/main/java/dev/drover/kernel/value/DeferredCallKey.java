package dev.drover.kernel.value;

import dev.drover.kernel.check.NullChecks;

/// Identifies one call to the process that carries it out elsewhere. It is the same for every
/// attempt, so it can be handed out before the call is deferred. Derived, not generated: it is a
/// name and not a secret.
public record DeferredCallKey(SessionId session, EffectId effect) {
  public DeferredCallKey {
    NullChecks.nonNull(session, "DeferredCallKey.session");
    NullChecks.nonNull(effect, "DeferredCallKey.effect");
  }

  /// Reads the form that [#toString] writes.
  public static DeferredCallKey parse(String text) {
    int dot = text.lastIndexOf('.');
    if (dot < 1) {
      throw new IllegalArgumentException(
          "a deferred call key looks like s-1.e12, not '" + text + "'");
    }
    return new DeferredCallKey(
        new SessionId(text.substring(0, dot)), EffectId.parse(text.substring(dot + 1)));
  }

  @Override
  public String toString() {
    return session + "." + effect;
  }
}
