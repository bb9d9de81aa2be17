package dev.drover.schema.plain;

/// A schema is invalid, or is not plain.
public final class NotPlainSchema extends Exception {
  private static final long serialVersionUID = 1L;

  private final String place;
  private final String words;

  private NotPlainSchema(String place, String words) {
    super(null, null, false, false);
    this.place = place;
    this.words = words;
  }

  /// A keyword is not plain, or its use is not.
  static NotPlainSchema beyond() {
    return new NotPlainSchema("", "");
  }

  static NotPlainSchema broken(String expected, String got) {
    return new NotPlainSchema("", "expected %s, got %s".formatted(expected, got));
  }

  /// The same, with the path of the property that contains it.
  NotPlainSchema under(String property) {
    return new NotPlainSchema(place.isEmpty() ? property : property + "." + place, words);
  }

  /// The end of a sentence that begins with "the schema", used when no details are known.
  @Override
  public String getMessage() {
    return words.isEmpty()
        ? "uses more than the runtime checks by itself (%s); add the artifact drover-schema to the"
                .formatted(place)
            + " class path or module path"
        : "is not valid: %s: %s".formatted(place, words);
  }
}
