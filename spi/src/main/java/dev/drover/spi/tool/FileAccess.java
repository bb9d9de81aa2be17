package dev.drover.spi.tool;

/// Which files a call may read that it was not asked about by name, for a tool that looks for files
/// itself: a search over a folder. The rules for such a call have seen the folder, not its files.
///
/// Paths are relative to the workspace with `/` between names, as in [Subject.File], with all links
/// followed. Safe for use by many threads.
public interface FileAccess {
  /// Everything may be read, and nobody wants to know what was shown.
  FileAccess ALL =
      new FileAccess() {
        @Override
        public Answer ask(String path) {
          return Answer.YES;
        }

        @Override
        public void shown(String path) {}
      };

  /// What the rules in force say.
  enum Answer {
    YES,
    /// A person must be asked, and was not.
    NOT_ASKED,
    /// It may not be read.
    NO
  }

  Answer ask(String path);

  /// The tool's answer holds something of this file's content, or tells something about it.
  void shown(String path);
}
