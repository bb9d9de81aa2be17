package dev.drover.tools.file;

import dev.drover.tools.call.CallArguments;
import dev.drover.tools.change.MaskedContent;
import dev.drover.tools.text.QuotedText;
import dev.drover.tools.workspace.ToolRefusal;

/// The replacement that an edit asks for. The texts have ` ` line ends, as in a
/// [dev.drover.tools.text.TextDocument].
record EditRequest(String old, String replacement, Extent extent) {
  enum Extent {
    /// Exactly one occurrence is required.
    ONCE,
    EVERYWHERE
  }

  static EditRequest of(CallArguments arguments) throws ToolRefusal {
    var old = unixEnds(arguments.text("old"));
    var replacement = unixEnds(arguments.text("new"));
    if (old.isEmpty()) {
      throw new ToolRefusal(
          "`old` is empty. Give the text to replace, or use write for a new file.");
    }
    if (old.equals(replacement)) {
      throw new ToolRefusal("`old` and `new` are the same, so nothing would change.");
    }
    return new EditRequest(
        old, replacement, arguments.isSet("replaceAll") ? Extent.EVERYWHERE : Extent.ONCE);
  }

  /// The request with the file's secrets in place of their masks.
  EditRequest restored(MaskedContent content) throws ToolRefusal {
    return new EditRequest(content.quoted(old), content.restore(replacement), extent);
  }

  QuotedText quotation() {
    return new QuotedText(old, replacement);
  }

  /// Overlapping occurrences make a text ambiguous even if only one of them can be replaced.
  QuotedText.Overlap overlap() {
    return switch (extent) {
      case ONCE -> QuotedText.Overlap.COUNTED;
      case EVERYWHERE -> QuotedText.Overlap.LEFT_OUT;
    };
  }

  private static String unixEnds(String text) {
    return text.replace("\r\n", "\n");
  }
}
