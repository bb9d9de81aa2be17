package dev.drover.runtime.policy.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.runtime.policy.shell.Found.Hidden;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("E2")
final class ShellLineTest {
  @Test
  void aLineThatIsTooLongOrTooDeepIsHidden() {
    assertThat(ShellLine.read("a".repeat(64 * 1024)).commands())
        .noneMatch(Hidden.class::isInstance);
    assertThat(ShellLine.read("a".repeat(64 * 1024 + 1)).commands())
        .singleElement()
        .isInstanceOfSatisfying(
            Hidden.class, hidden -> assertThat(hidden.why()).contains("65536 characters"));
    assertThat(ShellLine.read("( ".repeat(50) + "a" + " )".repeat(50)).commands())
        .singleElement()
        .isInstanceOfSatisfying(
            Hidden.class, hidden -> assertThat(hidden.why()).contains("40 deep"));
    assertThat(ShellLine.read("a;".repeat(1_001)).commands())
        .singleElement()
        .isInstanceOfSatisfying(
            Hidden.class, hidden -> assertThat(hidden.why()).contains("1000 commands"));
    assertThat(ShellLine.read("env ".repeat(50) + "a").commands())
        .anyMatch(Hidden.class::isInstance);
  }

  @Test
  void onlyWhatIsInsideAnotherIsDeep() {
    for (var line :
        List.of(
            "a;".repeat(40),
            "(a);".repeat(50),
            "eval a;".repeat(20),
            "a " + "${x}".repeat(50),
            "a " + "$(\nb)".repeat(50),
            "a " + "`b`".repeat(50),
            "a $((" + "$x".repeat(50) + "))",
            "a <<E\nE\n".repeat(50))) {
      assertThat(ShellLine.read(line).commands()).noneMatch(Hidden.class::isInstance);
    }
    assertThat(ShellLine.read("a " + "${x:-".repeat(39) + "}".repeat(39)).commands())
        .noneMatch(Hidden.class::isInstance);
    assertThat(ShellLine.read("a " + "${x:-".repeat(40) + "}".repeat(40)).commands())
        .singleElement()
        .isInstanceOfSatisfying(
            Hidden.class, hidden -> assertThat(hidden.why()).contains("40 deep"));
  }

  @Test
  void sixteenWrappersAndShellsInsideEachOtherAreLookedThrough() {
    assertThat(ShellLine.read("env ".repeat(14) + "a").commands())
        .noneMatch(Hidden.class::isInstance);
    assertThat(ShellLine.read("env ".repeat(15) + "a").commands())
        .contains(new Hidden("a", "wrappers are nested more than 16 deep"));
    assertThat(ShellLine.read("eval ".repeat(7) + "a").commands())
        .noneMatch(Hidden.class::isInstance);
    assertThat(ShellLine.read("eval ".repeat(8) + "a").commands())
        .contains(new Hidden("eval a", "shells are nested more than 16 deep"));
    assertThat(ShellLine.read("env " + "eval ".repeat(7) + "a").commands())
        .contains(new Hidden("a", "wrappers are nested more than 16 deep"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '¤',
      textBlock =
          """
          trap → Plain trap
          alias a → Plain alias a
          hash a → Plain hash a
          bash a.sh → Plain bash a.sh
          ssh -p 22 a → Plain ssh -p 22 a / Aspect ssh 22 a / Aspect ssh a
          ssh -p 22 a b → Opaque ssh -p 22 a b / Aspect ssh 22 a b / Aspect ssh a b
          parallel a {} ::: b → Aspect parallel a {} ::: b / Plain a {} …
          parallel a ::: b → Aspect parallel a ::: b / Plain a …
          command -v a → Plain command -v a / Aspect command a / Aspect command
          env --what a → Hidden env --what a / Aspect env --what a
          env $x → Hidden env $x / Aspect env $x
          env =a b → Aspect env =a b / Plain =a b
          nohup - a → Aspect nohup - a / Plain - a
          a \\␤; b → Plain a / Plain b
          """)
  void aLineRunsWhatItsRowSays(String line, String commands) {
    assertThat(ShellLine.read(line.replace('␤', '\n')).commands())
        .extracting(ShellLineTest::shown)
        .containsExactly(commands.split(" / "));
  }

  @Test
  void aWrapperIsSeenAndSoIsWhatItRuns() {
    assertThat(ShellLine.read("env A=b nice -n 5 ls -l | xargs -n1 echo x").commands())
        .extracting(ShellLineTest::shown)
        .containsExactly(
            "Aspect env A=b nice -n 5 ls -l",
            "Aspect nice -n 5 ls -l",
            "Plain ls -l",
            "Aspect ls",
            "Aspect ls",
            "Aspect xargs -n1 echo x",
            "Plain echo x …");
  }

  @Test
  void filesThatRedirectionsOpenAreNamedUnlessTheFolderChanges() {
    assertThat(ShellLine.read("a > b < c 2>&1").files())
        .containsExactly(
            new FileUse("a > b < c 2>&1", FileUse.Access.WRITES, new Word.Literal("b", "b")),
            new FileUse("a > b < c 2>&1", FileUse.Access.READS, new Word.Literal("c", "c")));
    assertThat(ShellLine.read("{ a; } > b").files())
        .containsExactly(new FileUse("> b", FileUse.Access.WRITES, new Word.Literal("b", "b")));
    assertThat(ShellLine.read("find . -fprint b").files())
        .containsExactly(
            new FileUse("find . -fprint b", FileUse.Access.WRITES, new Word.Literal("b", "b")));
    assertThat(ShellLine.read("cd x; a > b > /c").files())
        .containsExactly(
            new FileUse("a > b > /c", FileUse.Access.WRITES, new Word.Unknown("b")),
            new FileUse("a > b > /c", FileUse.Access.WRITES, new Word.Literal("/c", "/c")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "A=b ls",
        "x=1",
        "export A",
        "export A=$b",
        "read line",
        "read -n 1 x",
        "printf PATH",
        "printf %s $x",
        "printf -v x PATH",
        "printf -vline PATH",
        "wait -n PATH",
        "LANG=C ls"
      })
  void harmlessVariablesTaintNothing(String line) {
    assertThat(ShellLine.read(line).taint()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PATH=x ls",
        "sudo PATH=x ls",
        "getopts a PATH",
        "unset PATH",
        "let PATH=1",
        "((IFS=1))",
        "printf -v IFS x",
        "printf -vIFS x",
        "read -raIFS",
        "wait -pIFS",
        "wait -np IFS",
        "printf -v x -v IFS y"
      })
  void dangerousVariablesTaintTheLine(String line) {
    assertThat(ShellLine.read(line).taint()).isIn("PATH", "IFS");
  }

  @ParameterizedTest
  @CsvSource({
    "export $x,        $x",
    "export $x=y,      $x=y",
    "read $x,          $x",
    "unset a $x,       $x",
    "printf $x y,      $x",
    "printf -v $x y,   $x",
    "declare -n a=b,   -n",
    "local -rn a=b,    -rn",
    "PATH=. read $x,   PATH",
  })
  void aVariableOfWhichNobodyKnowsWhichItIsTaintsTheLine(String line, String taint) {
    assertThat(ShellLine.read(line).taint()).isEqualTo(taint);
  }

  private static String shown(Found found) {
    var kind = found.getClass().getSimpleName();
    return kind + " " + found.source();
  }

  @Test
  void anEmptyLineIsACommandWithoutWords() {
    for (var line : List.of("", "  ", "# x", "\n\n", "x=1", "bash -c ''")) {
      assertThat(ShellLine.read(line).commands())
          .contains(new Found.Plain(line.strip(), List.of()));
    }
  }
}
