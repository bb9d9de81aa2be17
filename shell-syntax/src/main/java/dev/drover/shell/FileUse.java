package dev.drover.shell;

/// A file that a redirection opens.
///
/// @param target relative to the folder the line runs in; unknown also after a change of folder
public record FileUse(String source, Access access, ShellWord target) {
  public enum Access {
    READS,
    WRITES
  }
}
