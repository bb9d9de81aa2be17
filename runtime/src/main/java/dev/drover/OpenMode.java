package dev.drover;

/// Whether a session that is opened must, must not, or may exist already.
public enum OpenMode {
  CREATE,
  RESUME,
  CREATE_OR_RESUME
}
