package dev.drover.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Lines and the commands in them, written by hand. An unknown word is shown as `?`, a redirection
/// by its kind, commands are separated by `/`.
@Tag("E2")
final class ShellParserTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '¤',
      textBlock =
          """
          a b c → a b c
          a;b&c&&d||e|f|&g → a / b / c / d / e / f / g
          a 'b c' "d e" f\\ g → a b_c d_e f_g
          a "b'c" 'd"e' → a b'c d"e
          a "b\\"c" "\\$x" "\\x" → a b"c $x \\x
          a $'b\\tc\\x41\\101' → a b_cAA
          a $"b" → a b
          a $x "$x" ${x} "a$x" → a ? ? ? ?
          a $ b$ "c$" → a $ b$ c$
          a *.c b? [c] {d,e} {f..g} ~ ~/x → a ? ? ? ? ? ? ?
          a '*.c' "b?" \\[c] '{d,e}' '~' → a *.c b? [c] {d,e} ~
          a {} { } {a} a,b [ ] x~ → a {} { } {a} a,b [ ] x~
          a b=c =d e=~ → a b=c =d ?
          a=b c=d e f=g → e f=g
          a=b → ¤¤
          a $(b $(c)) → c / b ? / a ?
          a `b \\`c\\`` → c / b ? / a ?
          a "$(b "c")" → b c / a ?
          a <(b) >(c) d<(e) → b / c / e / a ? ? ?
          a $((1 + $(b))) → b / a ?
          a $((b) ; c) → b / c / a ?
          a ${b:-$(c)} "${d#`e`}" → c / e / a ? ?
          (a; (b)) → a / b
          { a; }; ((a)); [[ b ]] → a
          if a; then b; elif c; then d; else e; fi → a / b / c / d / e
          while a; do b; done; until c; do d; done → a / b / c / d
          for x in a $(b); do c $x; done → b / c ?
          for x; do a; done; select y in b; do c; done → a / c
          for ((i=0; i<$(a); i++)) { b; } → a / b
          case a in b) c;; (d|e) f ;& g) ;;& *) h; esac → c / f / h
          f() { a; }; g () ( b ); function h { c; }; f → a / b / c / f
          coproc a b; coproc N { c; } → a b / c
          ! a | b; time -p c; time; ! → a / b / c
          a # b; c → a
          a#b '#' c → a#b # c
          [[ a && b || ! ( c < d ) ]] && e → e
          [[ a =~ ^(b|c)+$ && d == e*(f) ]] || g → g
          a >b <c 2>>d → a WRITES:b READS:c WRITES:d
          a 2>&1 >&- 3<&0 >&f &>g &>>h → a COPIES:1 COPIES:- COPIES:0 WRITES:f WRITES:g WRITES:h
          > a b <>c >|d <<<e → b WRITES:a READS_AND_WRITES:c WRITES:d FEEDS:e
          >&-a b; <& -c d; 2>&-'e'; >&1-f g; <&\\␤-h → a b COPIES:- / c d COPIES:- / e COPIES:- / g WRITES:1-f / h COPIES:-
          {x}>a b; c 2 >d; e2>f → b WRITES:a / c 2 WRITES:d / e2 WRITES:f
          { a; } >b 2>&1 → a /  WRITES:b COPIES:1
          a[1 + 2]=b c → c
          a=(b $(c) 'd e') f → c / f
          declare a=(b c) d=e → declare ? d=e
          """)
  void theCommandsOfALineAreFound(String line, String commands) {
    assertThat(shown(line.replace('␤', '\n'))).isEqualTo(commands.strip());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '¤',
      textBlock =
          """
          1a=b c; a-b=c d; 'a'=b c; a\\b=c d; ""a=b c; $""a=b c → 1a=b c / a-b=c d / a=b c / ab=c d / a=b c / a=b c
          a[1] b → ? b
          a ""~ $""~ {b.c} {b..c} → a ~ ~ {b.c} ?
          a '2'>b; c \\2>d; e {1}>f → a 2 WRITES:b / c 2 WRITES:d / e {1} WRITES:f
          a "x`b`" → b / a ?
          ((a); b); ((c); (d)) → a / b / c / d
          a $((b); (c)) → b / c / a ?
          ((a "))"; b) ); ((c "\\"))"; d) ) → a )) / b / c ")) / d
          ((a '\\'; b '))' ) ) → a \\ / b ))
          a $[1 + 2] $((1 + "'")) b → a ? ? b
          a ${#} ${!} ${#b} ${!c} ${#d[@]} e → a ? ? ? ? ? e
          a ${x:-'}'} ${x:-"}"} ${x:-\\}} ${x:-$} ${x:-<} b → a ? ? ? ? ? b
          a ${x:-<(b)} c → b / a ? c
          a `b \\$(c)` → c / b ? / a ?
          a `b \\\\; c` → b ; c / a ?
          a `b \\;c` `d \\"e` → b ;c / d "e / a ? ?
          a "`b \\"c d\\"`" → b c_d / a ?
          for ((;;)) ; do a; done; for x ; do b; done → a / b
          case a in b | c ) d;; esac → d
          [[ (a == b) ]] && c; [[ a =~ (b c) ]] && d → c / d
          f ( ) { a; }; function g ( ) { b; }; function h() (c); function i (d) → a / b / c / d
          ! ! a; ! time b; time -p -- c; time -x d → a / b / c / -x d
          """)
  void theCommandsOfAnUnusualLineAreFound(String line, String commands) {
    assertThat(shown(line)).isEqualTo(commands.strip());
  }

  @Test
  void aHereDocumentBeginsAfterTheLineAndExpandsUnlessItsEndIsQuoted() {
    assertThat(shown("a <<E b; c <<'F' <<-G\nx $(d)\nE\n$(y)\nF\n\t\tz\n\tG\ne"))
        .isEqualTo("a b FEEDS:? / c FEEDS:$(y)_ FEEDS:z_ / d / e");
    assertThat(shown("a <<E\nx")).isEqualTo("a FEEDS:x");
    assertThat(shown("a <<E\nx\nE\nb\nc")).isEqualTo("a FEEDS:x_ / b / c");
    assertThat(shown("a <<E\nE\\\nE\nE\nb")).isEqualTo("a FEEDS:EE_ / b");
  }

  @Test
  void aBackslashBeforeALineBreakJoinsUnquotedLines() {
    assertThat(shown("a\\\nb c \\\n d &\\\n& e; 'f\\\ng' \"h\\\ni\""))
        .isEqualTo("ab c d / e / f\\_g hi");
    assertThat(shown("a # b\\\nc")).isEqualTo("a / c");
  }

  @Test
  void aCommandContinuesInTheNextLineWhereTheGrammarAllowsIt() {
    assertThat(shown("{\na\n}\n(\nb\n)")).isEqualTo("a / b");
    assertThat(shown("if\na\nthen\nb\nelse\nc\nfi")).isEqualTo("a / b / c");
    assertThat(shown("a &&\nb ||\n# c\nd |\ne")).isEqualTo("a / b / d / e");
    assertThat(shown("for x in a # b\ndo c; done; for y in d\ndo e; done")).isEqualTo("c / e");
    assertThat(shown("for x\ndo a; done; for y in b;\n{ c; }")).isEqualTo("a / c");
    assertThat(shown("case a\nin\nb)\nc\n;;\nd) ;; esac")).isEqualTo("c");
    assertThat(shown("function f\n{ a; }\ng()\n{ b; }")).isEqualTo("a / b");
    assertThat(shown("[[ a\n&&\n b ]] && c")).isEqualTo("c");
    assertThat(shown("x=(a # )\nb) c")).isEqualTo("c");
  }

  @Test
  void anAnsiQuoteHasTheEscapesOfC() {
    assertThat(shown("a $'\\a\\b\\e\\E\\f\\r\\v\\\\\\'\\\"\\?\\q'"))
        .isEqualTo("a \u0007\b\u001b\u001b\f\r\u000b\\'\"?\\q");
    assertThat(shown("a $'\\x7f'")).isEqualTo("a \u007f");
    assertThat(shown("a $'\\x414\\1011\\u00414\\U000000414'")).isEqualTo("a A4A1A4A4");
  }

  @Test
  void aBackslashAtTheEndIsABackslash() {
    assertThat(shown("a b\\")).isEqualTo("a b\\");
    assertThat(shown("a <<E\nb\\")).isEqualTo("a FEEDS:b\\");
    assertThat(shown("a <<E\n\\$b \\c\nE")).isEqualTo("a FEEDS:$b_\\c_");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'",
        "\"",
        "`",
        "$(",
        "${",
        "$((1)",
        "a)",
        "(a",
        "{ a",
        "a }; }",
        "if a",
        "if a; fi",
        "fi",
        "for x in a",
        "case a in b",
        "a;;b",
        "a&&",
        "|a",
        "a||",
        ";a",
        "a & ; b",
        "()",
        "f()",
        "a(b)",
        "a >",
        "a > >b",
        "a >#b",
        "a <<",
        "[[ a",
        "[[ a; ]]",
        "x=(a",
        "a[",
        "\"${x:-'}\"",
        "$(( 'a' ))",
        "a <<$(b)",
        "${x@P}",
        "${!x=y}",
        "${!x:=y}",
        "${ a; }",
        "$'\\x80'",
        "$'\\0'",
        "in",
        "]]",
        "a <<E $(\n)",
        "(a) b",
        "{ a; } b",
        "for x\n; do a; done",
        "$(( $'a' ))",
        "a <<E; [[ b\nE\n]]"
      })
  void anAmbiguousLineIsRefused(String line) {
    assertThatThrownBy(() -> ShellParser.parse(line, ShellDialect.BASH))
        .isInstanceOf(MalformedShell.class)
        .message()
        .isNotBlank();
  }

  @ParameterizedTest
  @ValueSource(strings = {"$'a'", "$\"a\"", "[[ a ]]", "((a))", "for ((;;)); do a; done"})
  void bashOnlySyntaxIsRefusedForOtherShells(String line) {
    assertThat(ShellParser.parse(line, ShellDialect.BASH)).isNotNull();
    assertThatThrownBy(() -> ShellParser.parse(line, ShellDialect.OTHER))
        .isInstanceOf(MalformedShell.class);
  }

  @Test
  void allAssignedVariablesAreReported() {
    var script =
        ShellParser.parse(
            "a=1; b[2]=3; export c=4; for d in x; do :; done; : ${e:=5}; ((f=6)); {g}>h;"
                + " coproc i { :; }; j+=7 k",
            ShellDialect.BASH);
    assertThat(assigned(script)).contains("a", "b", "c", "d", "e", "f", "g", "i", "j");
  }

  private static List<String> assigned(ParsedScript script) {
    var byCommands = script.commands().stream().flatMap(each -> each.assignments().stream());
    return Stream.concat(byCommands, script.assigned().stream())
        .map(VariableAssignment::name)
        .toList();
  }

  static String shown(String line) {
    var commands = ShellParser.parse(line, ShellDialect.BASH).commands().stream();
    return String.join(
        " / ", commands.map(ShellParserTest::shown).filter(s -> !s.isEmpty()).toList());
  }

  private static String shown(SimpleCommand command) {
    var words = command.words().stream().map(ShellParserTest::shown);
    var redirects =
        command.redirects().stream().map(each -> each.kind() + ":" + shown(each.target()));
    var all = new ArrayList<>(words.toList());
    if (all.isEmpty() && !command.redirects().isEmpty()) {
      all.add("");
    }
    all.addAll(redirects.toList());
    return String.join(" ", all);
  }

  private static String shown(ShellWord word) {
    return switch (word) {
      case ShellWord.Literal(_, var text) -> text.replaceAll("[ \t\n]", "_");
      case ShellWord.Unknown _, ShellWord.Possible _ -> "?";
    };
  }
}
