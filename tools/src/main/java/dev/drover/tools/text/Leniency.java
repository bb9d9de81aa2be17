package dev.drover.tools.text;

/// How far a text may differ from what was quoted and still be meant. In the order in which they
/// are tried: each overlooks other differences than the one before, the last all of them.
public enum Leniency {
  EXACT("no difference"),
  TRAILING_SPACE("white space at the ends of lines aside"),
  TYPOGRAPHY("typographic quotes, dashes and spaces aside"),
  INDENTATION("indentation aside"),
  WHITE_SPACE("white space within lines aside"),
  ALL("white space and typographic quotes, dashes and spaces aside");

  /// What may be overlooked. A line break never is.
  enum Slip {
    TRAILING,
    LEADING,
    /// How much white space, and whether tabs or spaces.
    INNER,
    TYPOGRAPHIC
  }

  private final String words;

  Leniency(String words) {
    this.words = words;
  }

  boolean overlooks(Slip slip) {
    return switch (this) {
      case EXACT -> false;
      case TRAILING_SPACE -> slip == Slip.TRAILING;
      case TYPOGRAPHY -> slip == Slip.TYPOGRAPHIC;
      case INDENTATION -> slip == Slip.TRAILING || slip == Slip.LEADING;
      case WHITE_SPACE -> slip != Slip.TYPOGRAPHIC;
      case ALL -> true;
    };
  }

  /// As in "it was found with …".
  public String words() {
    return words;
  }

  /// What is left of a line when the differences are overlooked.
  public String essence(String line) {
    return this == EXACT ? line : Blurred.of(line, this).text();
  }
}
