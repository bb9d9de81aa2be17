package dev.drover.model.http.protocol;

/// Carries a [Trouble] out of a [Reading].
public final class Troubled extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Trouble trouble;

  public Troubled(Trouble trouble) {
    super(trouble.said());
    this.trouble = trouble;
  }

  /// The stream ended without its end.
  public static Troubled cut() {
    return senseless("the stream ended without its end marker");
  }

  /// The stream is not what it should be.
  public static Troubled senseless(String what) {
    return new Troubled(new Trouble(Trouble.Kind.BROKEN, what));
  }

  public Trouble trouble() {
    return trouble;
  }
}
