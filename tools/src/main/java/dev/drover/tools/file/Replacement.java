package dev.drover.tools.file;

import dev.drover.tools.change.MaskedContent;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.text.Quotation;
import dev.drover.tools.work.Arguments;

/// What an edit is to do: the texts have `\n` at the end of each line, as a
/// [dev.drover.tools.text.Document] has.
record Replacement(String old, String replacement, Extent extent) {
  enum Extent {
    /// There must be exactly one place.
    ONCE,
    EVERYWHERE
  }

  static Replacement of(Arguments arguments) throws Obstacle {
    var old = unixEnds(arguments.text("old"));
    var replacement = unixEnds(arguments.text("new"));
    if (old.isEmpty()) {
      throw new Obstacle("`old` is empty. Give the text to replace, or use write for a new file.");
    }
    if (old.equals(replacement)) {
      throw new Obstacle("`old` and `new` are the same, so nothing would change.");
    }
    return new Replacement(
        old, replacement, arguments.isSet("replaceAll") ? Extent.EVERYWHERE : Extent.ONCE);
  }

  /// With the secrets of the file in place of their masks.
  Replacement restored(MaskedContent content) throws Obstacle {
    return new Replacement(content.quoted(old), content.restore(replacement), extent);
  }

  Quotation quotation() {
    return new Quotation(old, replacement);
  }

  /// A text that fits twice is not where one thinks, even if it cannot be replaced twice.
  Quotation.Overlap overlap() {
    return switch (extent) {
      case ONCE -> Quotation.Overlap.COUNTED;
      case EVERYWHERE -> Quotation.Overlap.LEFT_OUT;
    };
  }

  private static String unixEnds(String text) {
    return text.replace("\r\n", "\n");
  }
}
