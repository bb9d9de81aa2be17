package dev.drover.runtime;

/// Whether a session that is opened must, must not, or may be there already.
public enum OpenMode {
  CREATE,
  RESUME,
  CREATE_OR_RESUME
}
