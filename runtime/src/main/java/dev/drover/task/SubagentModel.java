package dev.drover.task;

import dev.drover.internal.foreign.ForeignModel;
import dev.drover.spi.model.Model;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Which model a subagent uses.
public sealed interface SubagentModel {
  SubagentModel INHERITED = new Inherited();

  /// The model of the delegating agent, with the same fallbacks.
  record Inherited() implements SubagentModel {}

  /// Its own model.
  ///
  /// @param fallbacks the models to use when it has failed for good, in this order
  record Own(Model model, List<Model> fallbacks) implements SubagentModel {
    public Own {
      var own = ForeignModel.of(model);
      var others = fallbacks.stream().map(ForeignModel::of).toList();
      var names = new HashSet<>(Set.of(own.name()));
      for (var next : others) {
        if (!names.add(next.name())) {
          throw new IllegalArgumentException(
              "fallback: '%s' is named twice".formatted(next.name()));
        }
      }
      model = own;
      fallbacks = List.copyOf(others);
    }
  }
}
