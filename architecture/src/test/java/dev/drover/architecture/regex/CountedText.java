package dev.drover.architecture.regex;

/// A text that counts reads of its characters and aborts a search that reads too many: a measure
/// that does not depend on the speed of the machine.
final class CountedText implements CharSequence {
  private final String text;
  private final long most;
  private long read;

  /// @param most the maximum number of reads
  CountedText(String text, long most) {
    this.text = text;
    this.most = most;
  }

  static final class TooManyReads extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public char charAt(int index) {
    if (++read > most) {
      throw new TooManyReads();
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
