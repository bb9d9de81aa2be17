package dev.drover.internal.delegation;

import dev.drover.budget.ModelPrices;
import dev.drover.task.Subagent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// The subagents that an agent can delegate to.
///
/// @param depth the maximum number of sessions above a child
/// @param prices of the models, including fallbacks
public record AvailableSubagents(List<Subagent> all, int depth, ModelPrices prices) {
  public static final int DEFAULT_DEPTH = 3;
  public static final AvailableSubagents NONE =
      new AvailableSubagents(List.of(), DEFAULT_DEPTH, ModelPrices.NONE);

  public AvailableSubagents {
    all = List.copyOf(all);
    var names = new HashSet<String>();
    for (var one : all) {
      if (!names.add(one.name())) {
        throw new IllegalArgumentException("two are named '%s'".formatted(one.name()));
      }
    }
    if (depth < 1) {
      throw new IllegalArgumentException("the depth must be positive, not " + depth);
    }
  }

  public Optional<Subagent> find(String name) {
    return all.stream().filter(one -> one.name().equals(name)).findFirst();
  }

  /// Adds a subagent.
  public AvailableSubagents with(Subagent subagent) {
    var more = new ArrayList<>(all);
    more.add(subagent);
    return new AvailableSubagents(more, depth, prices);
  }

  /// Removes the subagent of this name.
  public AvailableSubagents without(String name) {
    return new AvailableSubagents(
        all.stream().filter(one -> !one.name().equals(name)).toList(), depth, prices);
  }
}
