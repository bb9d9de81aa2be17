package dev.drover.runtime.policy;

/// Whether a rule is about something. A rule that restricts holds where it may match; a rule that
/// allows, only where it does.
enum Match {
  NO,
  /// It cannot be ruled out.
  MAY,
  YES;

  static Match yesIf(boolean matched) {
    return matched ? YES : NO;
  }

  static Match mayIf(boolean matched) {
    return matched ? MAY : NO;
  }
}
