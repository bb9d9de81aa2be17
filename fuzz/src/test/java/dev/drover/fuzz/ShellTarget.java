package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.runtime.policy.shell.Found;
import dev.drover.runtime.policy.shell.ShellLine;
import dev.drover.runtime.policy.shell.Word;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Nothing is missed: what a line runs, it still runs when something stands before it, after it, or
/// around it. So each of these must be found again, or the line be hidden as a whole.
///
/// What is found in the first place is compared with bash itself, beside the parser.
final class ShellTarget implements Target {
  private static final List<String> CANARY = List.of("canary", "sings");
  private static final List<String> AROUND =
      List.of(
          "( %s\n)",
          "{ %s\n}",
          "echo $(%s\n)",
          "echo \"$(%s\n)\"",
          "if %s\nthen true\nfi",
          "while %s\ndo true\ndone",
          "case x in y) %s\n;; esac",
          "f() { %s\n}",
          "true && { %s\n} | true",
          "cat <(%s\n)");

  @Override
  public void accept(byte[] input) {
    var text = new String(input, StandardCharsets.UTF_8);
    var line = ShellLine.read(text);
    assertThat(line.commands()).isNotEmpty();
    findsCanary("canary sings; " + text);
    findsCanary("canary sings\n" + text);
    findsCanary("echo $(canary sings)\n" + text);
    if (isHidden(line)) {
      return;
    }
    finds(line, "bash -c " + quoted(text));
    finds(line, "eval " + quoted(text));
    if (isWhole(text)) {
      findsCanary(text + "\ncanary sings");
      for (var around : AROUND) {
        finds(line, around.replace("%s", text));
      }
    }
  }

  /// Whether a line break ends it: no backslash takes the break away, and no here-document takes in
  /// what follows.
  private static boolean isWhole(String text) {
    return !text.endsWith("\\") && !text.contains("<<");
  }

  /// The blank keeps what begins with a dash from being an option.
  private static String quoted(String text) {
    return "' " + text.replace("'", "'\\''") + "'";
  }

  private static void findsCanary(String text) {
    var line = ShellLine.read(text);
    assertThat(isHidden(line) || commands(line).contains(CANARY)).as(text).isTrue();
  }

  private static void finds(ShellLine inner, String text) {
    var line = ShellLine.read(text);
    if (!isHidden(line)) {
      assertThat(commands(line)).as(text).containsAll(commands(inner));
      assertThat(line.files()).as(text).hasSizeGreaterThanOrEqualTo(inner.files().size());
      assertThat(line.opaque().isEmpty() && !inner.opaque().isEmpty()).as(text).isFalse();
    }
  }

  private static boolean isHidden(ShellLine line) {
    return line.commands().stream().anyMatch(Found.Hidden.class::isInstance);
  }

  private static Set<List<String>> commands(ShellLine line) {
    var commands = new HashSet<List<String>>();
    for (var found : line.commands()) {
      commands.add(
          switch (found) {
            case Found.Plain(_, var words) -> texts(words);
            case Found.Aspect(_, var words) -> texts(words);
            case Found.Opaque(_, var words, _, _, _) -> texts(words);
            case Found.Carrier _, Found.Hidden _ -> List.of();
          });
    }
    // Of assignments alone, or of nothing.
    commands.remove(List.<String>of());
    return commands;
  }

  private static List<String> texts(List<Word> words) {
    return words.stream().map(Word::known).toList();
  }
}
