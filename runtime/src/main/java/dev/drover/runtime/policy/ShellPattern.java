package dev.drover.runtime.policy;

import dev.drover.runtime.policy.shell.Found;
import dev.drover.runtime.policy.shell.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Patterns for commands: words, of which `*` stands for any number of words, so that `rm *` is
/// about `rm` alone too. Inside a word `*` is any text.
final class ShellPattern {
  private ShellPattern() {}

  /// What is hidden may be anything; a rule for each and every command is not asked here.
  static Match match(String pattern, Found found) {
    return switch (found) {
      case Found.Plain(_, var words) -> match(parts(pattern), words);
      case Found.Aspect(_, var words) -> match(parts(pattern), words);
      case Found.Opaque(_, var words, _, _, _) -> match(parts(pattern), words);
      case Found.Carrier _ -> Match.NO;
      case Found.Hidden _ -> Match.MAY;
    };
  }

  /// Whether a pattern spells out all words of a command up to and with one of them.
  static boolean spellsOut(String pattern, int last) {
    var parts = parts(pattern);
    return parts.size() > last
        && parts.subList(0, last + 1).stream().noneMatch(ShellPattern::hasHole);
  }

  private static boolean hasHole(String part) {
    return part.indexOf('*') >= 0 || part.indexOf('?') >= 0;
  }

  /// Whether what a pattern is about begins anywhere in a text of words.
  static boolean occursIn(String pattern, List<Word> words) {
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

  private static boolean couldBe(String part, Word word, boolean name) {
    return switch (word) {
      case Word.Unknown(_, var start) -> beginsWith(part, start);
      case Word.Perhaps(var given) -> couldBe(part, given, name);
      case Word.Literal(_, var text) -> fits(part, text, name);
    };
  }

  /// Whether a part of a pattern is about some word that begins so.
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

  private static Match match(List<String> parts, List<Word> words) {
    boolean sure =
        Wildcard.matches(
            parts,
            words,
            part -> part.equals("*"),
            (part, word) ->
                word instanceof Word.Literal(_, var text) && Wildcard.matches(part, text));
    return sure ? Match.YES : Match.mayIf(may(parts, words));
  }

  /// Whether it could match for some value of the unknown words, each of which may become any
  /// number of words; by whatever path and in whatever case the name is written.
  private static boolean may(List<String> parts, List<Word> words) {
    var reachable = new boolean[parts.size() + 1];
    reachable[0] = true;
    skipHoles(parts, reachable);
    for (int i = 0; i < words.size(); i++) {
      reachable = after(parts, words.get(i), i == 0, reachable);
    }
    return reachable[parts.size()];
  }

  /// Which numbers of parts can be used up after one more word.
  private static boolean[] after(List<String> parts, Word word, boolean name, boolean[] before) {
    var after = new boolean[before.length];
    for (int part = 0; part < before.length; part++) {
      if (!before[part]) {
        continue;
      }
      if (word instanceof Word.Unknown(_, var start) && start.isEmpty()) {
        for (int more = part; more < after.length; more++) {
          after[more] = true;
        }
      } else if (part < parts.size()) {
        after[part] |= parts.get(part).equals("*");
        after[part + 1] |= couldBe(parts.get(part), word, name);
      }
      after[part] |= word instanceof Word.Perhaps || staysUnsure(word, name);
    }
    skipHoles(parts, after);
    return after;
  }

  /// An unknown word may become more than one word, or none.
  private static boolean staysUnsure(Word word, boolean name) {
    return word instanceof Word.Unknown && !name;
  }

  private static void skipHoles(List<String> parts, boolean[] reachable) {
    for (int part = 0; part < parts.size(); part++) {
      reachable[part + 1] |= reachable[part] && parts.get(part).equals("*");
    }
  }

  private static boolean fits(String part, String text, boolean name) {
    if (!name) {
      return Wildcard.matches(part, text);
    }
    var wanted = part.toLowerCase(Locale.ROOT);
    var given = text.toLowerCase(Locale.ROOT);
    return Wildcard.matches(wanted, given) || Wildcard.matches(last(wanted), last(given));
  }

  private static String last(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }
}
