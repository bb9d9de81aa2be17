package dev.drover.architecture.regex;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Long texts that try to slow an expression down: each path through it up to a repetition, then
/// many rounds of that repetition, and an end that does not match.
final class WorstCases {
  /// No repetition matches all of it, unless it matches everything.
  private static final String END = "\u0000\n\u0000";

  /// The maximum number of reads of each character.
  private static final int READS = 100;

  /// Paths that differ only in literal words are equally slow.
  private static final int MOST_TEXTS = 12;

  private WorstCases() {}

  /// The failure; empty if every text was fast.
  ///
  /// @param length the approximate number of characters of each text
  static Optional<String> complaint(RegexUse use, int length) {
    var pattern = Pattern.compile(use.regex(), use.flags());
    for (var unit : units(use)) {
      var text = unit.lead() + unit.round().repeat(length / unit.round().length()) + END;
      var matcher = pattern.matcher(new CountedText(text, (long) READS * text.length()));
      try {
        search(matcher, use.mode());
      } catch (CountedText.TooManyReads slow) {
        return Optional.of("reads too often: " + unit);
      } catch (StackOverflowError deep) {
        return Optional.of("overflows the stack: " + unit);
      }
    }
    return Optional.empty();
  }

  private static void search(Matcher matcher, RegexUse.Mode mode) {
    matcher.matches();
    if (mode == RegexUse.Mode.SEARCH) {
      matcher.reset();
      while (matcher.find()) {
        // Continues after the match.
      }
    }
  }

  /// @param round the text that is repeated after the lead
  private record Unit(String lead, String round) {}

  private static List<Unit> units(RegexUse use) {
    Set<Unit> repeated = new LinkedHashSet<>();
    Set<Unit> whole = new LinkedHashSet<>();
    for (var path : paths(use)) {
      var lead = new StringBuilder();
      for (var step : path.steps()) {
        var taken = sample(step.taken(), path);
        if (step.isUnbounded()) {
          taken.forEach(each -> repeated.add(new Unit(lead.toString(), each)));
          repeated.add(new Unit(lead.toString(), String.join("", taken)));
        }
        lead.append(taken.isEmpty() ? "" : taken.getFirst().repeat(Math.max(1, step.min())));
      }
      whole.add(new Unit("", lead.isEmpty() ? "a" : lead.toString()));
    }
    return Stream.concat(
            repeated.stream().limit(MOST_TEXTS), whole.stream().limit(repeated.isEmpty() ? 1 : 2))
        .toList();
  }

  /// The paths through it, or one path per character if there are too many or they are not allowed.
  private static List<RegexPath> paths(RegexUse use) {
    var syntax = RegexParser.parse(use.regex(), use.flags());
    try {
      return RegexPath.of(syntax);
    } catch (IllegalArgumentException refused) {
      return ones(syntax).stream()
          .map(
              one ->
                  new RegexPath(
                      List.of(
                          RegexPath.Step.of(one.taken(), 1, RegexSyntax.Repeat.UNBOUNDED, false))))
          .toList();
    }
  }

  private static List<RegexSyntax.One> ones(RegexSyntax syntax) {
    return switch (syntax) {
      case RegexSyntax.One one -> List.of(one);
      case RegexSyntax.Group(var body) -> ones(body);
      case RegexSyntax.Look(var body) -> ones(body);
      case RegexSyntax.Repeat repeat -> ones(repeat.body());
      case RegexSyntax.Boundary _ -> List.of();
      case RegexSyntax.Choice(var parts) ->
          parts.stream().flatMap(each -> ones(each).stream()).toList();
      case RegexSyntax.Sequence(var parts) ->
          parts.stream().flatMap(each -> ones(each).stream()).toList();
    };
  }

  /// Up to two characters that the step matches: one that most other steps match as well, and the
  /// last, which is a surrogate pair if it matches those.
  private static List<String> sample(BitSet taken, RegexPath path) {
    var chosen = new ArrayList<String>();
    taken.stream()
        .boxed()
        .max((a, b) -> Long.compare(takers(a, path), takers(b, path)))
        .ifPresent(c -> chosen.add(Character.toString(c)));
    if (taken.cardinality() > 1) {
      var last = Character.toString(taken.length() - 1);
      if (!chosen.contains(last)) {
        chosen.add(last);
      }
    }
    return chosen;
  }

  private static long takers(int c, RegexPath path) {
    return path.steps().stream().filter(step -> step.taken().get(c)).count();
  }
}
