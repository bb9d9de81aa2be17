package dev.drover.policy;

import dev.drover.shell.FoundCommand;
import dev.drover.shell.ShellWord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Patterns for commands: a list of words, in which `*` stands for any number of words, so that `rm
/// *` also matches `rm` alone. Inside a word `*` is any text.
final class ShellPattern {
  private ShellPattern() {}

  /// A hidden command may match anything. Rules that match every command are handled by the caller.
  static RuleMatch match(String pattern, FoundCommand found) {
    return switch (found) {
      case FoundCommand.Plain(_, var words) -> match(parts(pattern), words);
      case FoundCommand.Variant(_, var words) -> match(parts(pattern), words);
      case FoundCommand.Opaque(_, var words, _, _, _) -> match(parts(pattern), words);
      case FoundCommand.Executor _ -> RuleMatch.NO;
      case FoundCommand.Hidden _ -> RuleMatch.MAY;
    };
  }

  /// Whether a pattern spells out all words of a command up to and including this one.
  static boolean spellsOut(String pattern, int last) {
    var parts = parts(pattern);
    return parts.size() > last
        && parts.subList(0, last + 1).stream().noneMatch(ShellPattern::hasHole);
  }

  private static boolean hasHole(String part) {
    return part.indexOf('*') >= 0 || part.indexOf('?') >= 0;
  }

  /// Whether a match of the pattern could begin anywhere in the words.
  static boolean occursIn(String pattern, List<ShellWord> words) {
    var parts = new ArrayList<>(parts(pattern));
    parts.removeIf(part -> part.equals("*"));
    if (parts.isEmpty()) {
      return false;
    }
    var reached = new boolean[parts.size() + 1];
    for (var word : words) {
      var next = new boolean[reached.length];
      reached[0] = true;
      for (int part = 0; part < parts.size(); part++) {
        next[part + 1] |= reached[part] && couldBe(parts.get(part), word, part == 0);
      }
      if (next[parts.size()]) {
        return true;
      }
      reached = next;
    }
    return false;
  }

  private static boolean couldBe(String part, ShellWord word, boolean name) {
    return switch (word) {
      case ShellWord.Unknown(_, var start) -> beginsWith(part, start);
      case ShellWord.Possible(var given) -> couldBe(part, given, name);
      case ShellWord.Literal(_, var text) -> fits(part, text, name);
    };
  }

  /// Whether a part of a pattern matches some word with this start.
  private static boolean beginsWith(String part, String start) {
    int spelled = 0;
    while (spelled < part.length() && part.charAt(spelled) != '*' && part.charAt(spelled) != '?') {
      spelled++;
    }
    var known = part.substring(0, spelled);
    return known.startsWith(start) || (spelled < part.length() && start.startsWith(known));
  }

  private static List<String> parts(String pattern) {
    return List.of(pattern.split(" +"));
  }

  private static RuleMatch match(List<String> parts, List<ShellWord> words) {
    boolean sure =
        WildcardMatcher.matches(
            parts,
            words,
            part -> part.equals("*"),
            (part, word) ->
                word instanceof ShellWord.Literal(_, var text)
                    && WildcardMatcher.matches(part, text));
    return sure ? RuleMatch.YES : RuleMatch.mayIf(may(parts, words));
  }

  /// Whether the pattern could match for some value of the unknown words, each of which may become
  /// any number of words. The path and the case of the name are ignored.
  private static boolean may(List<String> parts, List<ShellWord> words) {
    var reachable = new boolean[parts.size() + 1];
    reachable[0] = true;
    skipHoles(parts, reachable);
    for (int i = 0; i < words.size(); i++) {
      reachable = after(parts, words.get(i), i == 0, reachable);
    }
    return reachable[parts.size()];
  }

  /// Which numbers of consumed parts are possible after one more word.
  private static boolean[] after(
      List<String> parts, ShellWord word, boolean name, boolean[] before) {
    var after = new boolean[before.length];
    for (int part = 0; part < before.length; part++) {
      if (!before[part]) {
        continue;
      }
      if (word instanceof ShellWord.Unknown(_, var start) && start.isEmpty()) {
        for (int more = part; more < after.length; more++) {
          after[more] = true;
        }
      } else if (part < parts.size()) {
        after[part] |= parts.get(part).equals("*");
        after[part + 1] |= couldBe(parts.get(part), word, name);
      }
      after[part] |= word instanceof ShellWord.Possible || staysUnsure(word, name);
    }
    skipHoles(parts, after);
    return after;
  }

  /// An unknown word may become more than one word, or none.
  private static boolean staysUnsure(ShellWord word, boolean name) {
    return word instanceof ShellWord.Unknown && !name;
  }

  private static void skipHoles(List<String> parts, boolean[] reachable) {
    for (int part = 0; part < parts.size(); part++) {
      reachable[part + 1] |= reachable[part] && parts.get(part).equals("*");
    }
  }

  private static boolean fits(String part, String text, boolean name) {
    if (!name) {
      return WildcardMatcher.matches(part, text);
    }
    var wanted = part.toLowerCase(Locale.ROOT);
    var given = text.toLowerCase(Locale.ROOT);
    return WildcardMatcher.matches(wanted, given)
        || WildcardMatcher.matches(last(wanted), last(given));
  }

  private static String last(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }
}
