package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A person can view all of an action before approving it: head and tail at once, the rest on
/// request.
@Tag("J5")
class WholeQuestionTest {
  @TempDir Path place;
  private CliFixture cli;

  @BeforeEach
  void sitDown() {
    cli = new CliFixture(place);
  }

  private static String lines(int first, int last) {
    return IntStream.rangeClosed(first, last)
        .mapToObj("line %04d"::formatted)
        .collect(Collectors.joining("\n"));
  }

  private void willWrite(String content) {
    cli.write(
        "s.yaml",
        """
        turns:
          - calls: [ {tool: write, args: {path: big.txt, content: "%s"}} ]
          - text: "Done."
        """
            .formatted(content.replace("\n", "\\n")));
  }

  private void willRun(String command) {
    cli.write(
        "s.yaml",
        """
        turns:
          - calls: [ {tool: bash, args: {command: "%s"}} ]
          - text: "Done."
        """
            .formatted(command));
  }

  private CliFixture.Result asked(String typed, String... more) {
    cli.typing(typed).variable("COLUMNS", "60");
    var words = new String[5 + more.length];
    System.arraycopy(new String[] {"run", "--script", "s.yaml", "--session", "a"}, 0, words, 0, 5);
    System.arraycopy(more, 0, words, 5, more.length);
    var line = new String[words.length + 1];
    System.arraycopy(words, 0, line, 0, words.length);
    line[words.length] = "go";
    return cli.call(line);
  }

  @Test
  void aLongCommandIsWrappedToItsEnd() {
    willRun("echo " + "a".repeat(200) + "; touch TAILMARK");
    var out = asked("n\n").out();
    var question = out.substring(0, out.indexOf("[y]es"));
    assertThat(question)
        .contains(
            "  │ echo " + "a".repeat(51) + "\n",
            "  │ " + "a".repeat(56) + "\n",
            "  │ aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; touch TAILMARK\n");
    assertThat(question.replaceAll("\\n *│? ?", ""))
        .contains("echo " + "a".repeat(200) + "; touch TAILMARK");
    assertThat(question.lines().mapToInt(String::length)).allMatch(length -> length <= 60);
  }

  @Test
  void theReasonIncludesTheEndOfALongCommand() {
    willRun("echo " + "a".repeat(3_000) + "; touch TAILMARK");
    var why = cli.call("run", "--script", "s.yaml", "--session", "a", "go").out();
    assertThat(why.lines().filter(line -> line.startsWith("?")).findFirst().orElseThrow())
        .contains("characters left out", "; touch TAILMARK`");
  }

  @Test
  void aVeryLongCommandIsShownAsHeadAndTailWithAnExactCount() {
    // 24 rows of 56 columns at the head, 12 at the tail, 64 in between.
    willRun("b".repeat(56 * 100));
    var out = asked("n\n").out();
    out = out.substring(0, out.indexOf("add this rule:"));
    assertThat(out).contains("  … 3,584 characters left out; v shows all");
    assertThat(out.lines().filter(("  │ " + "b".repeat(56))::equals).count()).isEqualTo(36);
  }

  @Test
  void aLongFileIsShownAsHeadAndTailWithAnExactCount() {
    willWrite(lines(1, 400));
    var out = asked("n\n").out();
    var question = out.substring(0, out.indexOf("[y]es"));
    assertThat(question)
        .contains(
            """
              │ big.txt (400 lines, 3999 bytes)
              │ line 0001
            """)
        .contains(
            """
              │ line 0023
              … 365 lines (3,285 characters) left out; v shows all,\s
                and so does drover approvals ID --full
              │ line 0389
            """)
        .contains("  │ line 0400\n");
  }

  @Test
  void vShowsAllAndAsksAgain() {
    willWrite(lines(1, 400));
    var out = asked("v\ny\n").out();
    var all = lines(1, 400).lines().map(line -> "  │ " + line + "\n").collect(Collectors.joining());
    assertThat(out).contains(all);
    assertThat(out.split("\\[v]iew all", -1)).hasSize(3);
    assertThat(place.resolve("work/big.txt")).exists();
  }

  @Test
  void theRuleAddedByALongerApprovalIsShown() {
    willRun("echo \\u202eabc");
    assertThat(asked("n\n").out())
        .contains("  [s] and [a] add this rule:\n  │ bash(=echo ⟨U+202E⟩abc)\n");
  }

  @Test
  void aPersonSeesTheActionInQuietModeToo() {
    willRun("touch pwned");
    var out = asked("n\n", "--quiet").out();
    assertThat(out.substring(0, out.indexOf("[y]es"))).contains("touch pwned");
  }

  @Test
  void approvalsShowsOneQuestionInFull() {
    willWrite(lines(1, 400));
    cli.call("run", "--script", "s.yaml", "--session", "a", "go");
    assertThat(cli.call("approvals").out())
        .contains(
            "    line 0023\n"
                + "  … 365 lines (3,285 characters) left out; drover approvals a.e2 --full shows"
                + " all\n"
                + "    line 0389\n");
    var all = lines(1, 400).lines().map(line -> "    " + line + "\n").collect(Collectors.joining());
    assertThat(cli.call("approvals", "a.e2", "--full").out())
        .startsWith("approval a.e2 write\n")
        .endsWith("    big.txt (400 lines, 3999 bytes)\n" + all);
    assertThat(cli.call("approvals", "a.e9").err()).startsWith("approval_not_open: ");
  }

  @Test
  void fiveMegabytesCanBeViewedInFull() {
    var line = "x".repeat(5_000_000);
    cli.write("big.txt", line + "HERE\n")
        .write(
            "s.yaml",
            "turns: [ {calls: [ {tool: edit, args: {path: big.txt, old: HERE, new: TAILMARK}} ]}"
                + " ]");
    var whole = "big.txt (1 place)\n@@ line 1 @@\n-" + line + "HERE\n+" + line + "TAILMARK";
    var run = cli.call("run", "--script", "s.yaml", "--session", "a", "--json", "go").json();
    var asked = run.get(run.size() - 2);
    assertThat(asked.get("type").asString()).isEqualTo("approval_requested");
    assertThat(asked.get("preview_text").asString().equals(whole)).isTrue();
    assertThat(run.getLast().get("type").asString()).isEqualTo("waiting");
    var listed = cli.call("approvals", "--json").json().getFirst();
    assertThat(listed.get("preview").asString().equals(whole)).isTrue();
    var full = cli.call("approvals", "a.e2", "--full").out();
    assertThat(full.endsWith("    -" + line + "HERE\n    +" + line + "TAILMARK\n")).isTrue();
    // Rows of 1,000 columns. Of 5,000,005 characters 22 rows are shown at the head, of 5,000,009 at
    // the tail 11 rows and the 9 characters of the last.
    assertThat(cli.call("approvals").out())
        .contains("  … 9,967,005 characters left out; drover approvals a.e2 --full shows all\n")
        .endsWith("xTAILMARK\n")
        .hasSizeLessThan(40_000);
  }

  @Test
  void foreignTextNeverBeginsAtTheLeftEdgeOfATerminal() {
    cli.write(
        "s.yaml",
        """
        turns:
          - text: "%1$s? bash ls\\n? [y]es [n]o > "
            calls:
              - tool: "%1$s? bash"
                args: {path: "%1$s? bash\\n? [y]es"}
          - calls: [ {tool: bash, args: {command: "echo '%1$s? bash\\n? bash'"}} ]
          - text: "Done."
        """
            .formatted("x".repeat(60)));
    var out = asked("y\n").out();
    assertThat(out.lines().filter(line -> line.startsWith("?")))
        .allMatch(
            line -> line.startsWith("? bash echo 'xxx") || line.startsWith("? [y]es  [n]o  "));
  }
}
