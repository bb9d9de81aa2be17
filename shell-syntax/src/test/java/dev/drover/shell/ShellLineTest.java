package dev.drover.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.shell.FoundCommand.Hidden;
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
  void onlyNestingCountsAsDepth() {
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
  void sixteenNestedWrappersAndShellsAreLookedThrough() {
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
          ssh -p 22 a → Plain ssh -p 22 a / Variant ssh 22 a
          ssh -p 22 a b → Opaque ssh -p 22 a b / Variant ssh 22 a b
          parallel a {} ::: b → Variant parallel a {} ::: b / Plain a {} … / Executor a {} …
          parallel a ::: b → Variant parallel a ::: b / Plain a … / Executor a …
          command -v a → Plain command -v a / Variant command a
          env --what a → Hidden env --what a / Variant env --what a
          env $x → Hidden env $x / Variant env $x
          env =a b → Variant env =a b / Plain =a b / Executor =a b
          nohup - a → Variant nohup - a / Plain - a / Executor - a
          a \\␤; b → Plain a / Plain b
          """)
  void aLineRunsTheCommandsOfItsRow(String line, String commands) {
    assertThat(ShellLine.read(line.replace('␤', '\n')).commands())
        .extracting(ShellLineTest::shown)
        .containsExactly(commands.split(" / "));
  }

  @Test
  void aWrapperAndItsCommandAreFound() {
    assertThat(ShellLine.read("env A=b nice -n 5 ls -l | xargs -n1 echo x").commands())
        .extracting(ShellLineTest::shown)
        .containsExactly(
            "Variant env A=b nice -n 5 ls -l",
            "Variant nice -n 5 ls -l",
            "Plain ls -l",
            "Variant ls",
            "Variant xargs -n1 echo x",
            "Plain echo x …");
  }

  @Test
  void filesOfRedirectionsAreKnownUnlessTheFolderChanges() {
    assertThat(ShellLine.read("a > b < c 2>&1").files())
        .containsExactly(
            new FileUse("a > b < c 2>&1", FileUse.Access.WRITES, new ShellWord.Literal("b", "b")),
            new FileUse("a > b < c 2>&1", FileUse.Access.READS, new ShellWord.Literal("c", "c")));
    assertThat(ShellLine.read("{ a; } > b").files())
        .containsExactly(
            new FileUse("> b", FileUse.Access.WRITES, new ShellWord.Literal("b", "b")));
    assertThat(ShellLine.read("find . -fprint b").files())
        .containsExactly(
            new FileUse(
                "find . -fprint b", FileUse.Access.WRITES, new ShellWord.Literal("b", "b")));
    assertThat(ShellLine.read("cd x; a > b > /c").files())
        .containsExactly(
            new FileUse("a > b > /c", FileUse.Access.WRITES, new ShellWord.Unknown("b")),
            new FileUse("a > b > /c", FileUse.Access.WRITES, new ShellWord.Literal("/c", "/c")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CI=1 ls",
        "x=1",
        "export CI",
        "export CI=$b",
        "x=1; y=$x; echo $y",
        "FILE=a; cat $FILE",
        "myFile=a; cat $myFile",
        "while IFS= read -r line; do echo $line; done",
        "read -n 1 x",
        "printf PATH",
        "printf %s $x",
        "printf -v x PATH",
        "printf -vline PATH",
        "wait -n PATH",
        "LC_ALL=C ls",
        "env TZ=UTC ls",
        "declare -a x=(1 2)",
        "local -r x=1",
        "set -euo pipefail",
        "set -- $x",
        "shopt -s nullglob",
        "for i in 1 2; do echo $((i * 2)); done",
        "i=0; i=$((i + 1)); ((i++))",
        "n=${#x}; [[ $n -gt 0 ]]",
        "echo $((RANDOM % 3)) ${x:1:2} ${a[0]} ${a[@]} ${!a[@]}",
        "for ((i = 0; i < 3; i++)); do echo ${a[$i]}; done"
      })
  void aLineWithInertPartsOnlyIsTransparent(String line) {
    assertThat(ShellLine.read(line).opaque()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PATH=x ls",
        "PATH=x",
        "A=b ls",
        "x=1 ls",
        "env x=1 ls",
        "sudo PATH=x ls",
        "Npm_Config_script_shell=x npm test",
        "http_proxy=x",
        "npm_config_x=1; ls",
        "getopts a PATH",
        "unset PATH",
        "let PATH=1",
        "((IFS=1))",
        "IFS=x ls",
        "printf -v IFS x",
        "printf -vIFS x",
        "read -raIFS",
        "wait -pIFS",
        "wait -np IFS",
        "printf -v x -v IFS y",
        "export x",
        "export x=1",
        "declare -x x=1",
        "export -f f",
        "declare -i x=a",
        "declare -n a=b",
        "local -rn a=b",
        "export $x",
        "export $x=y",
        "read $x",
        "unset a $x",
        "printf $x y",
        "printf -v $x y",
        "set -a",
        "set -k",
        "set -o allexport",
        "set $x",
        "shopt -s extglob",
        "shopt -s expand_aliases",
        "echo ${!x}",
        "echo ${!1}",
        "x=$(cat f); echo $((x))",
        "read n; ((n > 1))",
        "read n; [[ $n -eq 1 ]]",
        "for f in *; do echo ${a[$f]}; done",
        "echo $(($1))",
        "echo $(( $(cat f) ))",
        "echo ${x:$1}",
        "x=$y; echo ${z:x:1}",
        "[[ -v $x[1] ]]",
        ">&-ls"
      })
  void aLineWithAnyOtherPartIsOpaqueWithAReason(String line) {
    assertThat(ShellLine.read(line).opaque()).isNotEmpty().allMatch(why -> !why.isBlank());
  }

  private static String shown(FoundCommand found) {
    var kind = found.getClass().getSimpleName();
    return kind + " " + found.source();
  }

  @Test
  void anEmptyLineIsACommandWithoutWords() {
    for (var line : List.of("", "  ", "# x", "\n\n", "x=1", "bash -c ''")) {
      assertThat(ShellLine.read(line).commands())
          .contains(new FoundCommand.Plain(line.strip(), List.of()));
    }
  }
}
