package dev.drover.fuzz.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/// Derives lines from others: a seed determines which words and characters are removed, inserted,
/// duplicated, exchanged, or taken from another line.
final class LineMutations {
  /// Names, blanks, and operators of several characters.
  private static final Pattern TOKEN =
      Pattern.compile("\\w+|[ \\t]+|\\$\\(\\(|\\$[({]|<<<|<<-?|>>|<&-?|>&-?|&&|\\|\\||;;|.|\\n");

  private static final List<String> SIGNS =
      List.of(
          "'", "\"", "\\", "$", "`", "(", ")", "{", "}", "[", "]", "<", ">", "&", "|", ";", "\n",
          "\t", " ", "#", "!", "=", "*", "?", "~", "@", "%", ",", ":", "-", "+", "0", "3", "x",
          "\r", "\u000b", "\u00a0", "\\\n", "$'", "$\"", "$(", "${", "$((", "<<<", "<(", "<&-",
          ">&-", "${!", "[$(", "2>", "3<", "\u007f", "\u0001");

  private final List<String> seeds;
  private final SplittableRandom random;

  /// @param seeds at least one
  LineMutations(List<String> seeds, SplittableRandom random) {
    this.seeds = List.copyOf(seeds);
    this.random = random;
  }

  static List<String> tokens(String line) {
    return TOKEN.matcher(line).results().map(match -> match.group()).toList();
  }

  String next() {
    return mutated(seeds.get(random.nextInt(seeds.size())));
  }

  String mutated(String line) {
    var tokens = new ArrayList<>(tokens(line));
    for (int left = random.nextInt(1, 4); left > 0; left--) {
      change(tokens);
    }
    return String.join("", tokens).replace("\0", "");
  }

  private void change(List<String> tokens) {
    int at = random.nextInt(tokens.size() + 1);
    boolean isToken = at < tokens.size();
    switch (random.nextInt(8)) {
      case 0, 1 -> tokens.add(at, sign());
      case 2 -> splice(tokens, at);
      case 3 -> tokens.add(at, tokenOfASeed());
      default -> {
        if (isToken) {
          changeOne(tokens, at);
        }
      }
    }
  }

  private void changeOne(List<String> tokens, int at) {
    switch (random.nextInt(5)) {
      case 0 -> tokens.remove(at);
      case 1 -> tokens.add(at, tokens.get(at));
      case 2 -> tokens.set(at, sign());
      case 3 -> tokens.set(at, tokenOfASeed());
      default -> tokens.set(at, withSignInside(tokens.get(at)));
    }
  }

  private String withSignInside(String token) {
    int at = random.nextInt(token.length() + 1);
    return token.substring(0, at) + sign() + token.substring(at);
  }

  /// Continues with the rest of another line.
  private void splice(List<String> tokens, int at) {
    var other = tokens(seeds.get(random.nextInt(seeds.size())));
    tokens.subList(at, tokens.size()).clear();
    tokens.addAll(other.subList(random.nextInt(other.size() + 1), other.size()));
  }

  private String tokenOfASeed() {
    var tokens = tokens(seeds.get(random.nextInt(seeds.size())));
    return tokens.isEmpty() ? sign() : tokens.get(random.nextInt(tokens.size()));
  }

  private String sign() {
    return SIGNS.get(random.nextInt(SIGNS.size()));
  }
}
