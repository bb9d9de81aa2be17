package dev.drover.codec;

import dev.drover.codec.json.RandomStrings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Draws from a seed: numbers with their limits, texts, times, and lists of any of them.
class RandomSource {
  private static final int MAX_TEXT = 30;
  static final int MAX_LIST = 3;
  private final SplittableRandom random;

  RandomSource(SplittableRandom random) {
    this.random = random;
  }

  int choice(int bound) {
    return random.nextInt(bound);
  }

  String string() {
    return RandomStrings.any(random, MAX_TEXT);
  }

  @Nullable String stringOrNull() {
    return choice(2) == 0 ? null : string();
  }

  /// Small ones, large ones and the limits.
  long count() {
    return switch (choice(4)) {
      case 0 -> 0;
      case 1 -> random.nextLong(1000);
      case 2 -> Long.MAX_VALUE;
      default -> random.nextLong(Long.MAX_VALUE);
    };
  }

  long positive() {
    return Math.max(1, count());
  }

  int attempt() {
    return choice(2) == 0 ? 1 + choice(3) : Integer.MAX_VALUE;
  }

  Instant instant() {
    return switch (choice(4)) {
      case 0 -> Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L));
      case 1 -> Instant.ofEpochSecond(random.nextLong(4_000_000_000L), choice(1_000_000_000));
      case 2 -> Instant.ofEpochSecond(random.nextLong(4_000_000_000L));
      default ->
          Instant.ofEpochSecond(
              random.nextLong(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond()));
    };
  }

  @Nullable Instant instantOrNull() {
    return choice(2) == 0 ? null : instant();
  }

  /// At least one.
  <T> List<T> someOf(Supplier<T> element) {
    var some = new ArrayList<>(list(element));
    some.add(element.get());
    return some;
  }

  <T> List<T> list(Supplier<T> element) {
    var list = new ArrayList<T>();
    for (int i = choice(MAX_LIST + 1); i > 0; i--) {
      list.add(element.get());
    }
    return list;
  }

  <E extends Enum<E>> E of(E[] constants) {
    return constants[choice(constants.length)];
  }
}
