package dev.drover.internal.agent;

import dev.drover.internal.foreign.ForeignModel;
import dev.drover.internal.foreign.ForeignPart;
import dev.drover.kernel.budget.ModelReplacement.FallbackModel;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.kernel.value.Failure;
import dev.drover.spi.model.ModelException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The models that a run switches to, one after the other, when the previous one has failed for
/// good.
///
/// @param choices the remaining ones, in order
/// @param patience how far away the next attempt may be before the run switches to one of these
public record FallbackModels(List<Choice> choices, Duration patience) {
  public static final Duration DEFAULT_PATIENCE = Duration.ofMinutes(2);

  public static final FallbackModels NONE = new FallbackModels(List.of(), DEFAULT_PATIENCE);

  /// Failures that another model would have as well: the request is invalid or too long, or the
  /// code around models has a bug.
  private static final Set<String> OURS =
      Set.of(
          ModelException.Kind.OVERFLOW.code(),
          ModelException.Kind.REFUSED.code(),
          ForeignPart.MODEL_BROKE);

  public FallbackModels {
    choices = List.copyOf(choices);
    if (!patience.isPositive()) {
      throw new IllegalArgumentException("some time must be left for the model: " + patience);
    }
  }

  /// @param price null if it is not known
  public record Choice(ForeignModel model, @Nullable TokenPrice price) {
    FallbackModel named() {
      return new FallbackModel(model.name(), price);
    }
  }

  public boolean areNone() {
    return choices.isEmpty();
  }

  /// @return the model to switch to after this failure; null if none is left, or the failure is not
  ///   the fault of the model
  public @Nullable FallbackModel after(Failure failure) {
    return choices.isEmpty() || OURS.contains(failure.problem().code())
        ? null
        : choices.getFirst().named();
  }

  /// @return the index of this model; -1 if it is not one of these
  int find(String model) {
    for (int i = 0; i < choices.size(); i++) {
      if (choices.get(i).model().name().equals(model)) {
        return i;
      }
    }
    return -1;
  }

  FallbackModels behind(int place) {
    return new FallbackModels(choices.subList(place + 1, choices.size()), patience);
  }
}
