package dev.drover.fuzz.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/// The lines of one seed: from the grammar, from mutated stored lines, and from mutated lines of
/// the grammar.
final class ShellLines implements Supplier<String> {
  private static final ShellGrammar GRAMMAR = ShellGrammar.parse(ShellText.resource("grammar.txt"));

  private final SplittableRandom random;
  private final LineMutations mutations;

  ShellLines(long seed, List<String> kept) {
    random = new SplittableRandom(seed);
    mutations = new LineMutations(kept, random.split());
  }

  @Override
  public String get() {
    return switch (random.nextInt(8)) {
      case 0, 1 -> mutations.next();
      case 2 -> mutations.mutated(GRAMMAR.line(random));
      default -> GRAMMAR.line(random);
    };
  }

  /// The first lines of a seed.
  static List<String> first(int count, long seed, List<String> kept) {
    var lines = new ShellLines(seed, kept);
    var first = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      first.add(lines.get());
    }
    return first;
  }
}
