package dev.drover.fuzz.shell;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/// Generates shell lines from the grammar in `grammar.txt`, which describes its own format.
final class ShellGrammar {
  private static final int DEEPEST = 14;
  private static final int LONGEST = 2_000;
  private static final Pattern WEIGHTED = Pattern.compile("([1-9]\\d?) (.+)");
  private static final Pattern REFERENCE = Pattern.compile("‹(\\w+)('?)›");

  private final Map<String, List<Alternative>> sections;

  private ShellGrammar(Map<String, List<Alternative>> sections) {
    this.sections = sections;
  }

  private sealed interface Piece {}

  private record Text(String text) implements Piece {}

  private record Reference(String section, boolean quoted) implements Piece {}

  private record Alternative(List<Piece> pieces) {}

  /// @throws IllegalArgumentException if it refers to a missing section
  static ShellGrammar parse(String text) {
    var sections = new HashMap<String, List<Alternative>>();
    var current = new ArrayList<Alternative>();
    for (var line : text.split("\n", -1)) {
      if (line.startsWith("[") && line.endsWith("]") && line.matches("\\[\\w{2,}]")) {
        current = new ArrayList<>();
        sections.put(line.substring(1, line.length() - 1), current);
      } else if (!line.isEmpty() && !line.startsWith("# ")) {
        var weighted = WEIGHTED.matcher(line);
        boolean isWeighted = weighted.matches();
        var alternative = alternative(isWeighted ? weighted.group(2) : line);
        int weight = isWeighted ? Integer.parseInt(weighted.group(1)) : 1;
        for (int i = 0; i < weight; i++) {
          current.add(alternative);
        }
      }
    }
    sections.values().stream()
        .flatMap(List::stream)
        .flatMap(alternative -> alternative.pieces().stream())
        .forEach(piece -> requireSection(sections, piece));
    return new ShellGrammar(sections);
  }

  private static void requireSection(Map<String, List<Alternative>> sections, Piece piece) {
    if (piece instanceof Reference(var section, _) && !sections.containsKey(section)) {
      throw new IllegalArgumentException("the grammar has no section [%s]".formatted(section));
    }
  }

  private static Alternative alternative(String text) {
    var pieces = new ArrayList<Piece>();
    var reference = REFERENCE.matcher(text);
    int from = 0;
    while (reference.find()) {
      pieces.add(new Text(ShellText.decoded(text.substring(from, reference.start()))));
      pieces.add(new Reference(reference.group(1), !reference.group(2).isEmpty()));
      from = reference.end();
    }
    pieces.add(new Text(ShellText.decoded(text.substring(from))));
    return new Alternative(pieces);
  }

  String line(SplittableRandom random) {
    var line = new StringBuilder();
    expand("line", 0, random, line);
    return line.toString();
  }

  private void expand(String section, int depth, SplittableRandom random, StringBuilder line) {
    var alternatives = Objects.requireNonNull(sections.get(section), section);
    boolean deep = depth > DEEPEST || line.length() > LONGEST;
    var chosen = alternatives.get(deep ? 0 : random.nextInt(alternatives.size()));
    for (var piece : chosen.pieces()) {
      switch (piece) {
        case Text(var text) -> line.append(text);
        case Reference(var name, var quoted) when quoted -> {
          var word = new StringBuilder();
          expand(name, depth + 1, random, word);
          line.append(ShellText.quoted(word.toString()));
        }
        case Reference(var name, _) -> expand(name, depth + 1, random, line);
      }
    }
  }
}
