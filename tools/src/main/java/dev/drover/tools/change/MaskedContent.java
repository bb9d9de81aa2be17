package dev.drover.tools.change;

import dev.drover.spi.secret.MaskedText;
import dev.drover.spi.secret.Redactor;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import java.nio.charset.StandardCharsets;

/// The content of a file as the model saw it, with masks in place of its secrets. A change that has
/// such a mask gets the secret back that is there; one that would write a mask is refused.
public record MaskedContent(Place place, MaskedText text) {
  /// @param content as it is in the file, with `\n` at the end of each line
  public static MaskedContent of(Redactor redactor, Place place, String content) {
    return new MaskedContent(place, MaskedText.of(redactor, content));
  }

  public static MaskedContent of(Redactor redactor, Place place, Snapshot before) {
    var content =
        switch (before) {
          case Snapshot.Held held -> new String(held.content().array(), StandardCharsets.UTF_8);
          case Snapshot.Missing _, Snapshot.Large _ -> "";
        };
    return of(redactor, place, content);
  }

  /// What is to be written, with its secrets.
  ///
  /// @throws Obstacle if it is not clear which one a mask stands for
  public String restore(String given) throws Obstacle {
    if (MaskedText.masksIn(given).isEmpty()) {
      return given;
    }
    var restored = text.restore(given);
    if (!restored.unclear().isEmpty()) {
      throw new Obstacle(
          "The new content has %s, a mask in place of a secret, and it is not clear which secret of '%s' belongs there. "
                  .formatted(String.join(", ", restored.unclear()), place.shown())
              + "Nothing was written. Edit around it, leave the line as it is, or ask the user to"
              + " put the secret in.");
    }
    return restored.text();
  }

  /// What is quoted from the file, as it is in the file.
  public String quoted(String given) throws Obstacle {
    if (MaskedText.masksIn(given).isEmpty()) {
      return given;
    }
    var there = text.original(given);
    return there.isPresent() ? there.get() : restore(given);
  }
}
