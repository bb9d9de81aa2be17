package dev.drover.architecture.regex;

/// An expression in the sources.
///
/// @param subject the class and the expression, as an exception would name them
public record RegexUse(String subject, String regex, int flags, Mode mode) {

  public enum Mode {
    /// The whole text must match.
    MATCH,
    /// Searches at every position of the text.
    SEARCH
  }
}
