package dev.drover.policy;

/// Whether a rule matches. A rule that restricts applies where it may match; a rule that allows
/// applies only where it certainly matches.
enum RuleMatch {
  NO,
  /// It cannot be ruled out.
  MAY,
  YES;

  static RuleMatch yesIf(boolean matched) {
    return matched ? YES : NO;
  }

  static RuleMatch mayIf(boolean matched) {
    return matched ? MAY : NO;
  }
}
