package dev.drover.kernel.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Lists that mostly have one or two elements and are created in every step of a run, built without
/// intermediate arrays.
final class SmallLists {
  private SmallLists() {}

  static <E> List<E> copyOf(List<E> list) {
    return switch (list.size()) {
      case 0 -> List.of();
      case 1 -> List.of(list.get(0));
      case 2 -> List.of(list.get(0), list.get(1));
      default -> List.copyOf(list);
    };
  }

  /// The same list and one more element. For short lists: each call copies the list.
  static <E> List<E> plus(List<E> list, E last) {
    return switch (list.size()) {
      case 0 -> List.of(last);
      case 1 -> List.of(list.get(0), last);
      case 2 -> List.of(list.get(0), list.get(1), last);
      default -> {
        var longer = new ArrayList<E>(list.size() + 1);
        longer.addAll(list);
        longer.add(last);
        yield List.copyOf(longer);
      }
    };
  }

  /// The same list with each element changed.
  static <E> List<E> mapped(List<E> list, UnaryOperator<E> change) {
    return switch (list.size()) {
      case 0 -> list;
      case 1 -> List.of(change.apply(list.get(0)));
      case 2 -> List.of(change.apply(list.get(0)), change.apply(list.get(1)));
      default -> list.stream().map(change).toList();
    };
  }
}
