package dev.drover.model.http.facts;

import dev.drover.kernel.budget.TokenPrice;
import dev.drover.spi.model.history.MediaEncoder;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Known facts about one model.
///
/// @param window the maximum number of tokens of a request and its reply together
/// @param maxOutput the maximum number of tokens of a reply
/// @param price null if it is unknown, or not a single price
public record ModelFacts(
    int window, int maxOutput, @Nullable TokenPrice price, Set<ModelAbility> abilities) {
  public ModelFacts {
    if (maxOutput < 1 || window < maxOutput) {
      throw new IllegalArgumentException(
          "a model gives at least one token, and no more than its window holds: %d of %d"
              .formatted(maxOutput, window));
    }
    abilities = Set.copyOf(abilities);
  }

  public ModelFacts with(ModelAbility ability) {
    var more = EnumSet.of(ability);
    more.addAll(abilities);
    return new ModelFacts(window, maxOutput, price, more);
  }

  public boolean can(ModelAbility ability) {
    return abilities.contains(ability);
  }

  /// Whether the model can read such an attachment.
  public boolean reads(String mediaType) {
    return switch (Kind.of(mediaType)) {
      case IMAGE -> can(ModelAbility.IMAGES);
      case DOCUMENT -> can(ModelAbility.DOCUMENTS);
      case AUDIO -> can(ModelAbility.AUDIO);
      case TEXT -> true;
      case OTHER -> false;
    };
  }

  /// The kinds of attachments that models distinguish.
  public enum Kind {
    IMAGE,
    DOCUMENT,
    AUDIO,
    /// Text, which every model can read.
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
      return MediaEncoder.isText(mediaType) ? TEXT : OTHER;
    }
  }
}
