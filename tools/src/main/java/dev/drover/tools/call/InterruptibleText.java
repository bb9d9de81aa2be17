package dev.drover.tools.call;

/// A text that stops its reader when the thread is interrupted. An expression can backtrack
/// practically forever and a matcher cannot be stopped, but it reads characters all the time.
///
/// Belongs to one thread.
public final class InterruptibleText implements CharSequence {
  private static final int CHARACTERS_PER_CHECK = 1 << 16;

  private String text = "";
  private int untilInterruptCheck = CHARACTERS_PER_CHECK;

  public InterruptibleText() {}

  /// The thread was interrupted. The caller of the matcher catches this.
  public static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stopped() {
      super(null, null, false, false);
    }
  }

  /// @return this
  public InterruptibleText show(String other) {
    text = other;
    return this;
  }

  @Override
  public char charAt(int index) {
    if (--untilInterruptCheck == 0) {
      untilInterruptCheck = CHARACTERS_PER_CHECK;
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
