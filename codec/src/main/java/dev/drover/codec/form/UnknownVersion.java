package dev.drover.codec.form;

import dev.drover.codec.json.JsonReader;

/// The data was written by a later Drover: its type or its version is not known here.
///
/// Always caught by a reader that adds the context, so it has no stack trace of its own.
public final class UnknownVersion extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private UnknownVersion(String message) {
    super(message, null, false, false);
  }

  static UnknownVersion type(String word, long version) {
    return new UnknownVersion("type '%s' (version %d) is not known here".formatted(word, version));
  }

  /// Reads the version of a type.
  ///
  /// @param known the highest version that can be read
  static int version(JsonReader in, String word, int known) {
    long version = in.number(FieldNames.V);
    if (version < 1) {
      throw new IllegalArgumentException("versions are numbered from 1");
    }
    if (version > known) {
      throw new UnknownVersion(
          "%s has version %d, the highest that can be read is %d".formatted(word, version, known));
    }
    return (int) version;
  }
}
