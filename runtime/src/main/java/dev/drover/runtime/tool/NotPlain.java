package dev.drover.runtime.tool;

/// A schema is broken, or is more than plain.
final class NotPlain extends Exception {
  private static final long serialVersionUID = 1L;

  private final String place;
  private final String words;

  private NotPlain(String place, String words) {
    super(null, null, false, false);
    this.place = place;
    this.words = words;
  }

  /// The keyword is not among the plain ones, or is used in a way that is not.
  static NotPlain beyond() {
    return new NotPlain("", "");
  }

  static NotPlain broken(String expected, String got) {
    return new NotPlain("", "expected %s, got %s".formatted(expected, got));
  }

  /// The same, seen from the object that has it as a property.
  NotPlain under(String property) {
    return new NotPlain(place.isEmpty() ? property : property + "." + place, words);
  }

  /// The end of a sentence that begins with "the schema", for when nobody knows more.
  @Override
  public String getMessage() {
    return words.isEmpty()
        ? "uses more than the runtime checks by itself (%s); add the artifact drover-schema to the"
                .formatted(place)
            + " class path or module path"
        : "is not valid: %s: %s".formatted(place, words);
  }
}
