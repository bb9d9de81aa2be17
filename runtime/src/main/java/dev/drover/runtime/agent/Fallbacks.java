package dev.drover.runtime.agent;

import dev.drover.kernel.Failure;
import dev.drover.kernel.Fallback;
import dev.drover.kernel.Price;
import dev.drover.kernel.RunProblems;
import dev.drover.runtime.foreign.ForeignModel;
import dev.drover.runtime.foreign.ForeignPart;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The models that a run goes on with, one after the other, when the one before has failed for
/// good.
///
/// @param choices those that are left, in their order
/// @param patience how far away the next attempt may be before the model is given up for one of
///   these
public record Fallbacks(List<Choice> choices, Duration patience) {
  public static final Duration DEFAULT_PATIENCE = Duration.ofMinutes(2);

  public static final Fallbacks NONE = new Fallbacks(List.of(), DEFAULT_PATIENCE);

  /// What another model would be told as well: that the request is wrong, or too long, or that the
  /// code around models has a bug.
  private static final Set<String> OURS =
      Set.of(RunProblems.CONTEXT_OVERFLOW, RunProblems.REQUEST_REFUSED, ForeignPart.MODEL_BROKE);

  public Fallbacks {
    choices = List.copyOf(choices);
    if (!patience.isPositive()) {
      throw new IllegalArgumentException("some time must be left for the model: " + patience);
    }
  }

  /// @param price null if it is not known
  public record Choice(ForeignModel model, @Nullable Price price) {
    Fallback named() {
      return new Fallback(model.name(), price);
    }
  }

  public boolean areNone() {
    return choices.isEmpty();
  }

  /// @return who goes on after this failure; null if nobody is left, or the failure is no fault of
  ///   the model
  public @Nullable Fallback after(Failure failure) {
    return choices.isEmpty() || OURS.contains(failure.problem().code())
        ? null
        : choices.getFirst().named();
  }

  /// @return where this model stands; -1 if it is none of these
  int find(String model) {
    for (int i = 0; i < choices.size(); i++) {
      if (choices.get(i).model().name().equals(model)) {
        return i;
      }
    }
    return -1;
  }

  Fallbacks behind(int place) {
    return new Fallbacks(choices.subList(place + 1, choices.size()), patience);
  }
}
