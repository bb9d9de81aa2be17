package dev.drover.kernel.value;

import dev.drover.kernel.check.NullChecks;

/// Identifies one approval request by its call, unique in the store. Derived, not generated.
public record ApprovalId(SessionId session, EffectId effect) {
  public ApprovalId {
    NullChecks.nonNull(session, "ApprovalId.session");
    NullChecks.nonNull(effect, "ApprovalId.effect");
  }

  /// Reads the form that [#toString] writes.
  public static ApprovalId parse(String text) {
    int dot = text.lastIndexOf('.');
    if (dot < 1) {
      throw new IllegalArgumentException("an approval id looks like s-1.e12, not '" + text + "'");
    }
    return new ApprovalId(
        new SessionId(text.substring(0, dot)), EffectId.parse(text.substring(dot + 1)));
  }

  @Override
  public String toString() {
    return session + "." + effect;
  }
}
