package dev.drover.codec.form;

import dev.drover.codec.json.JsonReader;

/// What is being read was written by a later Drover: its type, or its version, is not known here.
///
/// Meant to be caught by whoever knows what was being read, so it has no stack trace of its own.
public final class TooNew extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private TooNew(String message) {
    super(message, null, false, false);
  }

  static TooNew type(String word, long version) {
    return new TooNew("type '%s' (version %d) is not known here".formatted(word, version));
  }

  /// Reads the version that comes with a type.
  ///
  /// @param known the highest version that can be read
  static int version(JsonReader in, String word, int known) {
    long version = in.number(Names.V);
    if (version < 1) {
      throw new IllegalArgumentException("versions are numbered from 1");
    }
    if (version > known) {
      throw new TooNew(
          "%s has version %d, the highest that can be read is %d".formatted(word, version, known));
    }
    return (int) version;
  }
}
