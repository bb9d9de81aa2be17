package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `chat` without a terminal: one prompt per line, and plain text.
@Timeout(60)
class ChatCommandTest {
  private static final String TWO_TURNS =
      """
      turns:
        - text: "Good morning."
          usage: {input: 10, output: 2}
        - text: "Good night."
          usage: {input: 20, output: 3}
      """;

  @TempDir Path place;

  private CliFixture cli(String script) {
    return new CliFixture(place).write("s.yaml", script);
  }

  private static CliFixture.Result chat(CliFixture cli, String input, String... more) {
    var args = new ArrayList<>(List.of("chat", "--script", "s.yaml", "--session", "a"));
    args.addAll(List.of(more));
    return cli.piping(input).call(args.toArray(String[]::new));
  }

  @Test
  void eachLineIsAPromptOfOneConversation() {
    assertThat(chat(cli(TWO_TURNS), "hello\n\n  bye  \n"))
        .isEqualTo(
            new CliFixture.Result(
                0,
                """
                session a, model script/s

                > hello

                Good morning.

                ✓ completed · 1 turn · 10 tokens in, 2 out · 0.0 s

                >   bye  \n
                Good night.

                ✓ completed · 1 turn · 20 tokens in, 3 out · 0.0 s
                """,
                ""));
  }

  @Test
  @Tag("E7")
  void theCostOfASessionIsShownIfPricesAreKnown() {
    var cli = cli(TWO_TURNS).write("drover.yaml", "prices: script/s 1000 5000\n").trusted();
    // Ten input tokens at 0.001 each, two output tokens at 0.005 each.
    assertThat(chat(cli, "hello\n/cost\n", "--quiet").out())
        .endsWith(
            """
            last turn  10 tokens in, 2 out
            session    10 tokens in, 2 out
            money      0.02
            """);
  }

  @Test
  void anExistingSessionIsContinued() {
    var cli = cli(TWO_TURNS);
    chat(cli, "hello\n");
    assertThat(chat(cli, "bye\n").out()).contains("Good night.").doesNotContain("Good morning.");
  }

  @Test
  @Tag("H4")
  void slashCommandsAreExecutedAndPathsAreSentToTheModel() {
    var result = chat(cli(TWO_TURNS), "/model\n/etc/hosts is broken\n/cost\n/hlep\n", "--quiet");
    assertThat(result)
        .isEqualTo(
            new CliFixture.Result(
                2,
                """
                script/s
                Good morning.
                last turn  10 tokens in, 2 out
                session    10 tokens in, 2 out
                money      no prices configured
                """,
                "unknown_command: there is no command /hlep. Did you mean /help? /help lists them"
                    + " all. To say it to the model, put a blank before it.\n"));
  }

  @Test
  @Tag("H4")
  void commandFilesAreSentToTheModelAsPrompts() {
    var cli =
        cli("""
        turns:
          - expect: '^Review calc.sh, and calc.sh kindly[.]$'
            text: "Looks good."
        """)
            .write(
                ".drover/commands/review.md",
                """
                ---
                description: "reviews a file"
                ---
                Review $1, and $ARGUMENTS.
                """)
            .writeAtHome(".config/drover/commands/tidy.md", "Tidy up.")
            .trusted();
    var result = chat(cli, "/help\n/review calc.sh kindly\n", "--quiet");
    assertThat(result.exit()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .contains("/review [ARGUMENTS]    reviews a file\n", "/tidy ")
        .contains("/clear ")
        .endsWith("Looks good.\n");
  }

  @Test
  @Tag("H4")
  void anInvalidCommandFileIsReportedAndTheOthersWork() {
    var cli =
        cli(TWO_TURNS)
            .write(".drover/commands/clear.md", "Never mind.")
            .write(".drover/commands/Bad Name.md", "Never mind.")
            .write(".drover/commands/empty.md", "---\ndescription: d\n---\n")
            .write(".drover/commands/endless.md", "---\ndescription: d\n")
            .write(".drover/commands/key.md", "---\nmodel: m\n---\nGo.")
            .write(".drover/commands/yaml.md", "---\n{\n---\nGo.")
            .write(".drover/commands/good.md", "Say good morning.")
            .writeAtHome(".config/drover/commands/good.md", "Say something else.")
            .trusted();
    var result = chat(cli, "hello\n/good\n", "--quiet");
    assertThat(result.exit()).isZero();
    assertThat(result.out()).isEqualTo("Good morning.\nGood night.\n");
    assertThat(result.err().lines().map(line -> line.replaceAll("/[^:]*/", "…/")))
        .containsExactly(
            "command_unusable: …/Bad Name.md: that is no command's name. Use lower-case letters,"
                + " digits and dashes, a letter first.",
            "command_unusable: …/clear.md: there is a command /clear already. Name it differently.",
            "command_unusable: …/empty.md: there is no prompt in it. Write what the model is to be"
                + " told.",
            "command_unusable: …/endless.md:1: its head has no end. Close it with a line of"
                + " three dashes.",
            "command_unusable: …/key.md:2: there is no key 'model'. Did you mean 'description'?"
                + " There are: description.",
            result
                .err()
                .lines()
                .filter(line -> line.contains("yaml.md:2: it is not YAML: "))
                .map(line -> line.replaceAll("/[^:]*/", "…/"))
                .findFirst()
                .orElseThrow(),
            "command_unusable: …/good.md: there is a command /good already. Name it differently.");
  }

  @Test
  @Tag("H4")
  @Tag("C6")
  void compactSummarizesAndReportsIt() {
    var result = chat(cli(TWO_TURNS), "/compact\nhello\nbye\n/compact\n", "--quiet");
    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .contains(
            "There is nothing to sum up.",
            "Summed up: the model goes on with a summary of the oldest 2 messages");
  }

  @Test
  @Tag("H4")
  void compactWithANumberTrimsAndReportsIt() {
    var result = chat(cli(TWO_TURNS), "/compact 1\nhello\nbye\n/compact 1\n/history\n", "--quiet");
    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .contains(
            "There is nothing to trim.",
            "Trimmed: the model no longer sees the oldest 2 messages and goes on with 2 messages.")
        .endsWith("Good night.\n");
  }

  @Test
  @Tag("B13")
  void forkContinuesInANewSessionAndReportsIt() {
    var cli = cli(TWO_TURNS);
    var result = chat(cli, "hello\n/fork\nbye\n", "--quiet");
    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .matches(
            "Good morning\\.\nYou are in session s-\\S+ now, which goes on from event 5 of a\\."
                + " That one stays as it is\\.\nGood night\\.\n");
    assertThat(cli.call("runs", "a", "--json").json()).hasSize(1);
    var fork = cli.call("sessions", "--json").json().getLast().get("session").asString();
    assertThat(cli.call("runs", fork, "--json").json()).hasSize(1);
  }

  @Test
  @Tag("H4")
  void undoRestoresTheFilesOfTheLastRun() {
    var cli = cli(CliScripts.WRITE);
    var result = chat(cli, "write\n/undo\n", "--approve", "auto");
    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("Run r-1 (write):\n  took away note.txt\n");
    assertThat(cli.folder().resolve("note.txt")).doesNotExist();
  }

  @Test
  void jsonOutputIsOneObjectPerLine() {
    var result = chat(cli(TWO_TURNS), "hello\n/clear\nhello\n", "--json");
    assertThat(result.exit()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(result.types())
        .startsWith("session_opened", "recipe_adopted", "run_accepted")
        .containsSubsequence(
            "run_finished", "command_done", "history_cleared", "run_accepted", "run_finished");
    assertThat(result.json())
        .filteredOn(line -> line.get("type").asString().equals("run_finished"))
        .extracting(line -> line.get("text").asString())
        .containsExactly("Good morning.", "Good morning.");
  }

  @Test
  void aRunThatNeedsApprovalIsParkedAndLaterPromptsAreNotSent() {
    var result = chat(cli(CliScripts.WRITE), "/nothing\nwrite\nnever said\n");
    assertThat(result.exit()).isEqualTo(3);
    assertThat(result.out())
        .contains("drover approve a.e2   (or deny)", "drover resume a --script s.yaml")
        .doesNotContain("never said");
  }

  @Test
  void anUnfinishedRunIsContinuedFirst() {
    var cli = cli(CliScripts.WRITE);
    chat(cli, "write\n");
    cli.call("approve", "a.e2");
    var result = chat(cli, "/history\n");
    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .containsSubsequence("session a: write", "✓ yes (ada)", "Done.", "> /history", "Done.");
    assertThat(cli.folder().resolve("note.txt")).hasContent("hello");
  }

  @Test
  void anUnfinishedRunRequiresItsOriginalModelAndWorkspace() throws Exception {
    var cli = cli(CliScripts.WRITE).write("other.yaml", TWO_TURNS);
    chat(cli, "write\n");
    var other = cli.call("chat", "--script", "other.yaml", "--session", "a");
    assertThat(other.exit()).isEqualTo(2);
    assertThat(other.err()).startsWith("model_differs: ");
    var elsewhere = Files.createDirectory(place.resolve("elsewhere")).toString();
    var moved = chat(cli, "", "--store", ".drover/drover.db", "--workspace", elsewhere);
    assertThat(moved.exit()).isEqualTo(2);
    assertThat(moved.err()).startsWith("workspace_differs: ");
  }

  @Test
  void aFailedRunIsReportedAndTheNextPromptIsSent() {
    var cli =
        cli(
            """
            turns:
              - text: "Fine."
            faults:
              1: [ {status: 400} ]
            """);
    var result = chat(cli, "first\nsecond\n");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).contains("> first", "✗ failed: ", "> second");
  }

  @Test
  void plainOutputHasNoEscapeCodes() {
    assertThat(chat(cli(CliScripts.LOOK), "look\n/help\n").out()).doesNotContain("\u001b");
  }
}
