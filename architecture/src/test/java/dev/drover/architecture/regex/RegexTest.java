package dev.drover.architecture.regex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.architecture.source.JavacReader;
import dev.drover.architecture.source.ParsedSource;
import dev.drover.architecture.source.RepositoryFiles;
import dev.drover.architecture.source.RuleExceptions;
import dev.drover.architecture.source.RuleFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// No input text can make a regular expression slow or overflow the stack: most texts come from a
/// model, a page or a program.
@Tag("J3")
class RegexTest {
  private static final int MEGABYTE = 1 << 20;

  /// `class: expression`, and why no text can make it slow.
  private static final RuleExceptions EXCEPTIONS =
      new RuleExceptions(
          Map.ofEntries(
              Map.entry(
                  "dev.drover.cli.output.ConsolePrinter: not a constant",
                  "a choice of fixed words, from the table of styles"),
              Map.entry(
                  "dev.drover.model.script.ScriptReader: not a constant",
                  "the author of a script wrote it; it is compiled, not matched"),
              Map.entry(
                  "dev.drover.model.script.ScriptTurn: not a constant",
                  "the author of a script wrote it; it is compiled, not matched"),
              Map.entry(
                  "dev.drover.model.script.ScriptedModel: not a constant",
                  "the author of a script wrote it, for a conversation that the script leads"),
              Map.entry(
                  "dev.drover.policy.Rule: (?:.*/)?\\.\\.(?:/.*)?",
                  "matches a rule that a person wrote, without line breaks"),
              Map.entry(
                  "dev.drover.policy.WebPattern: (?i).*(\\.\\.|//|%2e|%2f|%5c|%00).*",
                  "an address has no line break, and without one the last repetition cannot fail"),
              Map.entry(
                  "dev.drover.tools.artifact.ArtifactTool: not a constant",
                  "given by a model; lines have 2,000 characters at most, and a stopped call ends"
                      + " it"),
              Map.entry(
                  "dev.drover.tools.search.line.LinePattern: not a constant",
                  "given by a model; it is matched in a WatchedText, so a stopped call ends it"),
              Map.entry(
                  "dev.drover.tools.search.line.LineRegexParser: not a constant",
                  "one character of an expression, matched with texts of one character")));

  @Test
  void everyExpressionIsLinear() {
    var found = new ArrayList<RuleFinding>();
    for (var uses : uses()) {
      found.addAll(uses.unknown());
      for (var use : uses.known()) {
        BacktrackingCheck.complaint(use)
            .ifPresent(
                why -> found.add(new RuleFinding(use.subject(), why + " (" + use.mode() + ")")));
      }
    }
    assertThat(EXCEPTIONS.judge(found)).isEmpty();
  }

  /// Verifies the check with the engine itself.
  @Test
  void everyAcceptedExpressionReadsAMegabyteInLinearTime() {
    var accepted =
        uses().stream()
            .flatMap(uses -> uses.known().stream())
            .filter(use -> BacktrackingCheck.complaint(use).isEmpty())
            .map(use -> new RegexUse("", use.regex(), use.flags(), use.mode()))
            .distinct()
            .toList();
    assertThat(accepted).hasSizeGreaterThan(40);
    assertThat(accepted)
        .allSatisfy(
            use -> assertThat(WorstCases.complaint(use, MEGABYTE)).as(use.regex()).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/+$",
        "\\s+$",
        "(?<!a)/+$",
        "(?s).*x.*y",
        "\\s*\\n\\s*",
        ".*x.*",
        ".*[xy]z?.*",
        "a+b",
        "[a-z][a-z0-9]*:",
        "x*x*",
        "(a|b)*",
        "(?:ab?)+",
        "(.)*",
        "(a+)+b",
        "(a+){2,9}b",
        "(a|ab){0,40}c",
        "(a?){0,40}c",
        "a{0,99}b",
        "(?=a*b)c"
      })
  void anExpressionThatATextCanSlowDownIsFoundAndIsSlow(String regex) {
    var use = new RegexUse("", regex, 0, RegexUse.Mode.SEARCH);
    assertThat(BacktrackingCheck.complaint(use)).isPresent();
    assertThat(WorstCases.complaint(use, MEGABYTE / 4)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"(a)\\1", "(?>a)", "a\\R", "(?x) a"})
  void anUnsupportedExpressionIsFound(String regex) {
    var use = new RegexUse("", regex, 0, RegexUse.Mode.SEARCH);
    assertThat(BacktrackingCheck.complaint(use)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\s+",
        "\\S+\\s*|\\s+",
        "^/+x",
        "(?<!/)/+$",
        "(?s)^.*x.*",
        "\"[^\"]*\"",
        ";\\s*(\\n|$)",
        "charset\\s*=\\s*[\"']?([A-Za-z0-9._:-]+)",
        "\\p{XDigit}{8}(-\\p{XDigit}{4}){3}",
        "(?:ab|cd)*+",
        "\\Q.*x.*\\E"
      })
  void anExpressionThatNoTextCanSlowDownIsAccepted(String regex) {
    var use = new RegexUse("", regex, 0, RegexUse.Mode.SEARCH);
    assertThat(BacktrackingCheck.complaint(use)).isEmpty();
    assertThat(WorstCases.complaint(use, MEGABYTE / 4)).isEmpty();
  }

  @Test
  void everyUseIsFound() {
    var sample =
        JavacReader.parse(
            "kernel/src/main/java/dev/drover/kernel/Sample.java",
            """
            package dev.drover.kernel;
            import java.util.function.Function;
            import java.util.regex.Pattern;
            class Sample {
              private static final String LETTERS = "[a-z]";
              private static final Pattern HERE = Pattern.compile(LETTERS + "+", Pattern.DOTALL);
              static final Pattern ANYWHERE = Pattern.compile("b");
              Function<String, Pattern> reference = Pattern::compile;
              boolean matches(String text) { return text.matches("c") || Pattern.matches("d", text); }
              String replace(String text) { return text.replaceAll("e", "").replaceFirst("f", ""); }
              String[] split(String text) { return text.split("g"); }
              Pattern made(String text) { return Pattern.compile("h" + text); }
              String plain(String text) { return text.replace("/+$", ""); }
            }
            """);
    var found = RegexUses.in(JavacReader.attribute(List.of(sample), "").sources().getFirst());
    assertThat(found.known())
        .extracting(use -> use.regex() + " " + use.flags() + " " + use.mode())
        .containsExactlyInAnyOrder(
            "[a-z]+ 32 MATCH",
            "b 0 SEARCH",
            "c 0 MATCH",
            "d 0 MATCH",
            "e 0 SEARCH",
            "f 0 SEARCH",
            "g 0 SEARCH");
    assertThat(found.unknown())
        .extracting(RuleFinding::toString)
        .containsExactly(
            "dev.drover.kernel.Sample: not a constant: line 8: a regular expression that is not a"
                + " constant",
            "dev.drover.kernel.Sample: not a constant: line 12: a regular expression that is not a"
                + " constant");
  }

  @Test
  void aPatternCountsAsSearchedIfItsFileSearches() {
    var sample =
        JavacReader.parse(
            "kernel/src/main/java/dev/drover/kernel/Sample.java",
            """
            package dev.drover.kernel;
            import java.util.regex.Pattern;
            class Sample {
              private static final Pattern HERE = Pattern.compile("a");
              boolean has(String text) { return HERE.matcher(text).find(); }
            }
            """);
    var found = RegexUses.in(JavacReader.attribute(List.of(sample), "").sources().getFirst());
    assertThat(found.known()).extracting(RegexUse::mode).containsExactly(RegexUse.Mode.SEARCH);
  }

  private static List<RegexUses.Found> uses() {
    return RepositoryFiles.typedMainSources().sources().stream()
        .filter(RegexTest::ships)
        .map(RegexUses::in)
        .toList();
  }

  /// The benchmarks read only their own output.
  private static boolean ships(ParsedSource source) {
    return !source.path().toString().startsWith("bench");
  }
}
