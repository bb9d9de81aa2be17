package dev.drover.tools.text;

/// The differences between a text and its quotation that are ignored. Listed in the order in which
/// they are tried: each level ignores other differences than the one before, the last ignores all
/// of them.
public enum MatchLeniency {
  EXACT("no difference"),
  TRAILING_SPACE("white space at the ends of lines aside"),
  TYPOGRAPHY("typographic quotes, dashes and spaces aside"),
  INDENTATION("indentation aside"),
  WHITE_SPACE("white space within lines aside"),
  ALL("white space and typographic quotes, dashes and spaces aside");

  /// A difference that can be ignored. Line breaks are never ignored.
  enum IgnoredDifference {
    TRAILING,
    LEADING,
    /// The amount of white space, and whether it is tabs or spaces.
    INNER,
    TYPOGRAPHIC
  }

  private final String describe;

  MatchLeniency(String words) {
    this.describe = words;
  }

  boolean ignores(IgnoredDifference difference) {
    return switch (this) {
      case EXACT -> false;
      case TRAILING_SPACE -> difference == IgnoredDifference.TRAILING;
      case TYPOGRAPHY -> difference == IgnoredDifference.TYPOGRAPHIC;
      case INDENTATION ->
          difference == IgnoredDifference.TRAILING || difference == IgnoredDifference.LEADING;
      case WHITE_SPACE -> difference != IgnoredDifference.TYPOGRAPHIC;
      case ALL -> true;
    };
  }

  /// For messages of the form "it was found with …".
  public String describe() {
    return describe;
  }

  /// The normalized form of a line in which the differences are ignored.
  public String normalize(String line) {
    return this == EXACT ? line : NormalizedText.of(line, this).text();
  }
}
