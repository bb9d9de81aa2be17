package dev.drover.tools.change;

import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.secret.SecretRedactor.MaskedText;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.WorkspacePath;
import java.nio.charset.StandardCharsets;

/// The content of a file as the model saw it, with masks in place of its secrets. A mask in a
/// change is replaced by the secret it stands for; a change that would write a mask is refused.
public record MaskedContent(WorkspacePath path, MaskedText text) {
  /// @param content of the file, with ` ` line ends
  public static MaskedContent of(SecretRedactor redactor, WorkspacePath place, String content) {
    return new MaskedContent(place, MaskedText.of(redactor, content));
  }

  public static MaskedContent of(
      SecretRedactor redactor, WorkspacePath place, FileSnapshot before) {
    var content =
        switch (before) {
          case FileSnapshot.Held held -> new String(held.content().array(), StandardCharsets.UTF_8);
          case FileSnapshot.Missing _, FileSnapshot.Large _ -> "";
        };
    return of(redactor, place, content);
  }

  /// Replaces the masks in new text by their secrets.
  ///
  /// @throws ToolRefusal if it is not clear which secret a mask stands for
  public String restore(String given) throws ToolRefusal {
    if (MaskedText.masksIn(given).isEmpty()) {
      return given;
    }
    var restored = text.restore(given);
    if (!restored.unclear().isEmpty()) {
      throw new ToolRefusal(
          "The new content has %s, a mask in place of a secret, and it is not clear which secret of '%s' belongs there. "
                  .formatted(String.join(", ", restored.unclear()), path.displayPath())
              + "Nothing was written. Edit around it, leave the line as it is, or ask the user to"
              + " put the secret in.");
    }
    return restored.text();
  }

  /// Replaces the masks in text quoted from the file, so that it can be found there.
  public String quoted(String given) throws ToolRefusal {
    if (MaskedText.masksIn(given).isEmpty()) {
      return given;
    }
    var there = text.original(given);
    return there.isPresent() ? there.get() : restore(given);
  }
}
