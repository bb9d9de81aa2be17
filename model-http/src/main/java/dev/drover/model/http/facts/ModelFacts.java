package dev.drover.model.http.facts;

import dev.drover.kernel.Price;
import dev.drover.spi.model.history.Attachments;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is known about one model.
///
/// @param window how many tokens a request and its reply have together at most
/// @param maxOutput how many tokens a reply has at most
/// @param price null if it is not known, or not one price
public record ModelFacts(int window, int maxOutput, @Nullable Price price, Set<Ability> abilities) {
  public ModelFacts {
    if (maxOutput < 1 || window < maxOutput) {
      throw new IllegalArgumentException(
          "a model gives at least one token, and no more than its window holds: %d of %d"
              .formatted(maxOutput, window));
    }
    abilities = Set.copyOf(abilities);
  }

  public ModelFacts with(Ability ability) {
    var more = EnumSet.of(ability);
    more.addAll(abilities);
    return new ModelFacts(window, maxOutput, price, more);
  }

  public boolean can(Ability ability) {
    return abilities.contains(ability);
  }

  /// Whether a model that can do this makes something of such an attachment.
  public boolean reads(String mediaType) {
    return switch (Kind.of(mediaType)) {
      case IMAGE -> can(Ability.IMAGES);
      case DOCUMENT -> can(Ability.DOCUMENTS);
      case AUDIO -> can(Ability.AUDIO);
      case TEXT -> true;
      case OTHER -> false;
    };
  }

  /// What an attachment is, as far as models tell attachments apart.
  public enum Kind {
    IMAGE,
    DOCUMENT,
    AUDIO,
    /// Words, which any model reads.
    TEXT,
    OTHER;

    public static Kind of(String mediaType) {
      if (mediaType.startsWith("image/")) {
        return IMAGE;
      }
      if (mediaType.startsWith("audio/")) {
        return AUDIO;
      }
      if (mediaType.equals("application/pdf")) {
        return DOCUMENT;
      }
      return Attachments.isText(mediaType) ? TEXT : OTHER;
    }
  }
}
