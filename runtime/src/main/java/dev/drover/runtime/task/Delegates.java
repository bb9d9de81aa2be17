package dev.drover.runtime.task;

import dev.drover.runtime.budget.Prices;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// Those that an agent can give work to.
///
/// @param depth how many sessions may stand above one that works
/// @param prices of the models that may go on for theirs
public record Delegates(List<Subagent> all, int depth, Prices prices) {
  public static final int DEFAULT_DEPTH = 3;
  public static final Delegates NONE = new Delegates(List.of(), DEFAULT_DEPTH, Prices.NONE);

  public Delegates {
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

  /// These, and one more.
  public Delegates with(Subagent subagent) {
    var more = new ArrayList<>(all);
    more.add(subagent);
    return new Delegates(more, depth, prices);
  }

  /// These, without the one of that name.
  public Delegates without(String name) {
    return new Delegates(
        all.stream().filter(one -> !one.name().equals(name)).toList(), depth, prices);
  }
}
