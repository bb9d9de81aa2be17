package dev.drover.bench.peers.parent;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Several measurements of one thing, each under the number of its round.
record Samples(SortedMap<Integer, Double> byRound) {
  Samples {
    byRound = Collections.unmodifiableSortedMap(new TreeMap<>(byRound));
  }

  Samples(Map<Integer, Double> byRound) {
    this(new TreeMap<>(byRound));
  }

  boolean isEmpty() {
    return byRound.isEmpty();
  }

  double median() {
    var sorted = new ArrayList<>(byRound.values());
    Collections.sort(sorted);
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  double least() {
    return Collections.min(byRound.values());
  }

  double most() {
    return Collections.max(byRound.values());
  }

  /// Each by its companion of the same round. A round that one of them did not finish leaves no
  /// pair.
  Samples over(Samples others) {
    var ratios = new TreeMap<Integer, Double>();
    byRound.forEach(
        (round, value) -> {
          var companion = others.byRound.get(round);
          if (companion != null) {
            ratios.put(round, value / companion);
          }
        });
    return new Samples(ratios);
  }
}
