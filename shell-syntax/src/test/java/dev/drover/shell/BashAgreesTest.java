package dev.drover.shell;

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

/// Compares our parser with the real shell. The lines consist of harmless pieces and run without a
/// path to any program, in a folder of their own.
@Tag("E2")
final class BashAgreesTest {
  private static final String IS_VALID = "bash --norc -n -c \"$line\" 2>/dev/null && printf yes";

  /// Prints the name of each command that would have been searched for.
  private static final String PRINT_COMMANDS =
      "command_not_found_handle() { echo \"$1\" >&9; return 0; }\n";

  private static final String RUN_LINE =
      """
      told=$(exec 9>&1 >/dev/null; \\
        BASH_ENV=$PWD/tell PATH=/nowhere "$(type -P timeout)" 2 "$BASH" -c "$line"); \\
      printf %s "$told\"\
      """;

  /// Every command that bash runs must have been found; the reverse is not required.
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
    Files.writeString(folder.resolve("tell"), PRINT_COMMANDS);
    var lines =
        GeneratedShellLines.lines(GeneratedShellLines.SYNTAX, random, count).stream()
            .filter(line -> !isHidden(ShellLine.read(line)))
            .toList();
    var output = BashReference.each(folder, RUN_LINE, lines);
    int ran = 0;
    var missed = new ArrayList<String>();
    for (int i = 0; i < lines.size(); i++) {
      var names = names(ShellLine.read(lines.get(i)));
      for (var name : output.get(i).lines().toList()) {
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
  void aParsedLineIsValidInBash(@TempDir Path folder) {
    var lines =
        GeneratedShellLines.lines(GeneratedShellLines.SYNTAX, new Random(22), 2_000).stream()
            .filter(BashAgreesTest::isParsed)
            .toList();
    var valid = BashReference.each(folder, IS_VALID, lines);
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
  void knownWordsAreTheWordsThatBashPassesOn(@TempDir Path folder) {
    var lines =
        GeneratedShellLines.lines(GeneratedShellLines.WORDS, new Random(23), 3_000).stream()
            .map(words -> "printf '%s\\1' x" + words)
            .filter(line -> isParsed(line) && areKnown(line))
            .toList();
    var printed =
        BashReference.each(
            folder, "said=$(eval \"$line\"; wait; printf .); printf %s \"${said%.}\"", lines);
    assertThat(lines).hasSizeGreaterThan(150);
    for (int i = 0; i < lines.size(); i++) {
      var words = ShellParser.parse(lines.get(i), ShellDialect.BASH).commands().getFirst().words();
      var expected =
          words.stream().skip(2).map(word -> word.known() + "\1").collect(Collectors.joining());
      assertThat(printed.get(i)).as(lines.get(i)).isEqualTo(expected);
    }
  }

  private static boolean areKnown(String line) {
    var commands = ShellParser.parse(line, ShellDialect.BASH).commands();
    return commands.size() == 1
        && commands.getFirst().words().stream().allMatch(ShellWord.Literal.class::isInstance);
  }

  private static boolean isParsed(String line) {
    try {
      ShellParser.parse(line, ShellDialect.BASH);
      return true;
    } catch (MalformedShell refused) {
      return false;
    }
  }

  private static boolean isHidden(ShellLine line) {
    return line.commands().stream().anyMatch(FoundCommand.Hidden.class::isInstance);
  }

  private static Set<String> names(ShellLine line) {
    return line.commands().stream()
        .map(BashAgreesTest::words)
        .filter(words -> !words.isEmpty())
        .map(words -> words.getFirst().known())
        .collect(Collectors.toSet());
  }

  private static List<ShellWord> words(FoundCommand found) {
    return switch (found) {
      case FoundCommand.Plain(_, var words) -> words;
      case FoundCommand.Variant(_, var words) -> words;
      case FoundCommand.Opaque(_, var words, _, _, _) -> words;
      case FoundCommand.Executor _, FoundCommand.Hidden _ -> List.of();
    };
  }
}
