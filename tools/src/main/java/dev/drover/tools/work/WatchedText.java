package dev.drover.tools.work;

/// A text that notices when its reader should stop: an expression can take longer than anybody
/// lives, a matcher cannot be stopped, and reading characters is all it does meanwhile.
///
/// Belongs to one thread.
public final class WatchedText implements CharSequence {
  private static final int CHARACTERS_A_LOOK = 1 << 16;

  private String text = "";
  private int beforeLook = CHARACTERS_A_LOOK;

  public WatchedText() {}

  /// Its thread was interrupted. Meant to be caught by whoever called the matcher.
  public static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stopped() {
      super(null, null, false, false);
    }
  }

  /// @return this
  public WatchedText show(String other) {
    text = other;
    return this;
  }

  @Override
  public char charAt(int index) {
    if (--beforeLook == 0) {
      beforeLook = CHARACTERS_A_LOOK;
      if (Thread.interrupted()) {
        throw new Stopped();
      }
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.substring(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
