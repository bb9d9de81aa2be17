package dev.drover.runtime.policy.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Our parser and the real shell, side by side. The lines are made of harmless pieces, run without
/// a path to any program, in a folder of their own.
@Tag("E2")
final class BashAgreesTest {
  private static final String IS_VALID = "bash --norc -n -c \"$line\" 2>/dev/null && printf yes";

  /// Says the name of each command that would have been looked for.
  private static final String TELL_TALE =
      "command_not_found_handle() { echo \"$1\" >&9; return 0; }\n";

  private static final String TELL =
      """
      told=$(exec 9>&1 >/dev/null; \\
        BASH_ENV=$PWD/tell PATH=/nowhere "$(type -P timeout)" 2 "$BASH" -c "$line"); \\
      printf %s "$told\"\
      """;

  /// Everything that bash runs must have been found; the other way round does not matter.
  @Test
  void bashRunsNoCommandThatWasNotFound(@TempDir Path folder) throws IOException {
    bashRunsOnlyWhatWasFound(folder, new Random(20), 1_500);
  }

  @Test
  @Tag("long")
  void bashRunsNoCommandThatWasNotFoundInManyLines(@TempDir Path folder) throws IOException {
    bashRunsOnlyWhatWasFound(folder, new Random(21), 60_000);
  }

  private static void bashRunsOnlyWhatWasFound(Path folder, Random random, int count)
      throws IOException {
    Files.writeString(folder.resolve("tell"), TELL_TALE);
    var lines =
        Pieces.lines(Pieces.SYNTAX, random, count).stream()
            .filter(line -> !isHidden(ShellLine.read(line)))
            .toList();
    var told = Bash.each(folder, TELL, lines);
    int ran = 0;
    var missed = new ArrayList<String>();
    for (int i = 0; i < lines.size(); i++) {
      var names = names(ShellLine.read(lines.get(i)));
      for (var name : told.get(i).lines().toList()) {
        ran++;
        if (!names.contains(name)) {
          missed.add("%s runs %s, found are %s".formatted(lines.get(i), name, names));
        }
      }
    }
    assertThat(missed).isEmpty();
    assertThat(ran).isGreaterThan(count / 40);
  }

  @Test
  void whatIsParsedIsValidToBash(@TempDir Path folder) {
    var lines =
        Pieces.lines(Pieces.SYNTAX, new Random(22), 2_000).stream()
            .filter(BashAgreesTest::isParsed)
            .toList();
    var valid = Bash.each(folder, IS_VALID, lines);
    var wrong = new ArrayList<String>();
    for (int i = 0; i < lines.size(); i++) {
      if (!valid.get(i).equals("yes")) {
        wrong.add(lines.get(i));
      }
    }
    assertThat(lines).hasSizeGreaterThan(150);
    assertThat(wrong).isEmpty();
  }

  @Test
  void knownWordsAreTheWordsThatBashHandsOver(@TempDir Path folder) {
    var lines =
        Pieces.lines(Pieces.WORDS, new Random(23), 3_000).stream()
            .map(words -> "printf '%s\\1' x" + words)
            .filter(line -> isParsed(line) && areKnown(line))
            .toList();
    var printed =
        Bash.each(folder, "said=$(eval \"$line\"; wait; printf .); printf %s \"${said%.}\"", lines);
    assertThat(lines).hasSizeGreaterThan(150);
    for (int i = 0; i < lines.size(); i++) {
      var words = ShellParser.parse(lines.get(i), Dialect.BASH).commands().getFirst().words();
      var expected =
          words.stream().skip(2).map(word -> word.known() + "\1").collect(Collectors.joining());
      assertThat(printed.get(i)).as(lines.get(i)).isEqualTo(expected);
    }
  }

  private static boolean areKnown(String line) {
    var commands = ShellParser.parse(line, Dialect.BASH).commands();
    return commands.size() == 1
        && commands.getFirst().words().stream().allMatch(Word.Literal.class::isInstance);
  }

  private static boolean isParsed(String line) {
    try {
      ShellParser.parse(line, Dialect.BASH);
      return true;
    } catch (Malformed refused) {
      return false;
    }
  }

  private static boolean isHidden(ShellLine line) {
    return line.commands().stream().anyMatch(Found.Hidden.class::isInstance);
  }

  private static Set<String> names(ShellLine line) {
    return line.commands().stream()
        .map(BashAgreesTest::words)
        .filter(words -> !words.isEmpty())
        .map(words -> words.getFirst().known())
        .collect(Collectors.toSet());
  }

  private static List<Word> words(Found found) {
    return switch (found) {
      case Found.Plain(_, var words) -> words;
      case Found.Aspect(_, var words) -> words;
      case Found.Opaque(_, var words, _, _, _) -> words;
      case Found.Carrier _, Found.Hidden _ -> List.of();
    };
  }
}
