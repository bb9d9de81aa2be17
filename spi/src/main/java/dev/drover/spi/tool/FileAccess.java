package dev.drover.spi.tool;

/// The files that a call may read without naming them, for a tool that searches for files itself: a
/// search in a folder. The rules for such a call were applied to the folder, not to its files.
///
/// Paths are relative to the workspace with `/` as separator, as in [CallSubject.File], with all
/// links resolved. Safe for use by many threads.
public interface FileAccess {
  /// Allows everything, and records nothing.
  FileAccess ALL =
      new FileAccess() {
        @Override
        public Answer check(String path) {
          return Answer.YES;
        }

        @Override
        public void recordShown(String path) {}
      };

  /// The answer of the rules in force.
  enum Answer {
    YES,
    /// An approval is required and was not given.
    NOT_ASKED,
    /// It may not be read.
    NO
  }

  Answer check(String path);

  /// The tool's answer contains content of this file, or information about it.
  void recordShown(String path);
}
