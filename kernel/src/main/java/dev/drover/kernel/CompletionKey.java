package dev.drover.kernel;

/// Names one call to those who carry it out elsewhere. The same for every attempt at the call, so
/// that it can be handed out before anybody knows that the call goes on elsewhere. Derived, not
/// minted: it is a name and no secret.
public record CompletionKey(SessionId session, EffectId effect) {
  public CompletionKey {
    NullChecks.nonNull(session, "CompletionKey.session");
    NullChecks.nonNull(effect, "CompletionKey.effect");
  }

  /// Reads the form that [#toString] writes.
  public static CompletionKey parse(String text) {
    int dot = text.lastIndexOf('.');
    if (dot < 1) {
      throw new IllegalArgumentException("a completion key looks like s-1.e12, not '" + text + "'");
    }
    return new CompletionKey(
        new SessionId(text.substring(0, dot)), EffectId.parse(text.substring(dot + 1)));
  }

  @Override
  public String toString() {
    return session + "." + effect;
  }
}
