package dev.drover.bench.peers.parent;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Several measurements of one thing.
record Samples(List<Double> values) {
  Samples {
    values = List.copyOf(values);
  }

  boolean isEmpty() {
    return values.isEmpty();
  }

  double median() {
    var sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  double least() {
    return Collections.min(values);
  }

  double most() {
    return Collections.max(values);
  }

  /// Each by its companion of the same round. A round that one of them did not finish leaves no
  /// pair.
  Samples over(Samples others) {
    var ratios = new ArrayList<Double>();
    for (int i = 0; i < Math.min(values.size(), others.values.size()); i++) {
      ratios.add(values.get(i) / others.values.get(i));
    }
    return new Samples(ratios);
  }
}
