package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.shell.FoundCommand;
import dev.drover.shell.ShellLine;
import dev.drover.shell.ShellWord;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// No command is missed: a line still runs its commands when text is put before, after or around
/// it. So each of them must be found again, or the line must be treated as opaque.
///
/// The parser's own tests compare its results with bash.
final class ShellTarget implements FuzzTarget {
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

  /// Whether a line break ends the text: no backslash escapes the break, and no here-document
  /// includes the following text.
  private static boolean isWhole(String text) {
    return !text.endsWith("\\") && !text.contains("<<");
  }

  /// The space prevents a leading dash from being an option.
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
    return line.commands().stream().anyMatch(FoundCommand.Hidden.class::isInstance);
  }

  private static Set<List<String>> commands(ShellLine line) {
    var commands = new HashSet<List<String>>();
    for (var found : line.commands()) {
      commands.add(
          switch (found) {
            case FoundCommand.Plain(_, var words) -> texts(words);
            case FoundCommand.Variant(_, var words) -> texts(words);
            case FoundCommand.Opaque(_, var words, _, _, _) -> texts(words);
            case FoundCommand.Executor _, FoundCommand.Hidden _ -> List.of();
          });
    }
    // From lines with only assignments, or from empty lines.
    commands.remove(List.<String>of());
    return commands;
  }

  private static List<String> texts(List<ShellWord> words) {
    return words.stream().map(ShellWord::known).toList();
  }
}
