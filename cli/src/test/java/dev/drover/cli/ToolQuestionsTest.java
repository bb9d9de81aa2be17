package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.time.Time;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Questions that a tool asks in the middle of a call, answered by the person at the terminal of
/// `run`.
@Tag("H1")
@Timeout(120)
class ToolQuestionsTest {
  @TempDir Path place;

  private CliFixture cli;

  @BeforeEach
  void prepare() {
    cli = new CliFixture(place).time(Time.system());
    var added = cli.call(ToolServerProgram.after("mcp", "add", "trips"));
    assertThat(added.exit()).as(added.toString()).isZero();
  }

  /// A model that calls one tool of the server, which needs no approval.
  private void calling(String tool) {
    cli.write(
        "s.yaml",
        """
        turns:
          - calls: [ {tool: mcp__trips__%s, args: {}} ]
          - text: Done.
        """
            .formatted(tool));
    cli.write("drover.yaml", "allow: [\"mcp__trips__*\"]\n").trusted();
  }

  private CliFixture.Result run(String typed, String tool, String... more) {
    calling(tool);
    cli.typing(typed);
    var words = new String[6 + more.length];
    System.arraycopy(
        new String[] {"run", "--script", "s.yaml", "--session", "a", "go"}, 0, words, 0, 6);
    System.arraycopy(more, 0, words, 6, more.length);
    return cli.call(words);
  }

  @Test
  void aFormIsShownWithItsTypesFilledInCheckedAndSent() {
    var result =
        run(
            """
            y
            X
            Paris
            31
            3
            first
            business

            y
            """,
            "form");
    assertThat(result.exit()).as(result.toString()).isZero();
    assertThat(result.out())
        .contains("? mcp__trips__form  asks you", "│ Which trip?")
        .contains("City (text, at least 2 characters, needed): where to go")
        .contains("nights (whole number, 1 to 30, Enter for 2)")
        .contains("class (one of a list, needed)", "economy, business")
        .contains("insured (yes or no, Enter leaves it out)")
        .contains("it needs at least 2 characters")
        .contains("write a number, 1 to 30")
        .contains("choose one of: economy, business")
        .contains("this will be sent to the tool:")
        .contains("{\"city\":\"Paris\",\"nights\":3,\"class\":\"business\"}")
        .contains("form {\"action\":\"accept\"")
        .contains("✓ completed");
  }

  @Test
  void aFormCanBeCorrectedBeforeItIsSent() {
    var result =
        run("y\nParis\n\neconomy\ny\nr\n/back\nRome\n5\n/back\n6\nbusiness\nn\ny\n", "form");
    assertThat(result.out())
        .contains("{\"city\":\"Paris\",\"nights\":2,\"class\":\"economy\",\"insured\":true}")
        .contains("{\"city\":\"Rome\",\"nights\":6,\"class\":\"business\",\"insured\":false}")
        .contains("form {\"action\":\"accept\"");
  }

  @Test
  void toDeclineAndToCancelAreDifferentAnswers() {
    assertThat(run("n\n", "form").out()).contains("form {\"action\":\"decline\"}");
    assertThat(cli.call("show", "last", "--json").out()).contains("completed");
  }

  @Test
  void toCancelIsNotToDecline() {
    assertThat(run("y\nParis\n/cancel\n", "form").out()).contains("form {\"action\":\"cancel\"}");
  }

  @Test
  void decliningAtAFieldWorksToo() {
    assertThat(run("y\n/no\n", "form").out()).contains("form {\"action\":\"decline\"}");
  }

  @Test
  void anAddressIsShownWholeAndConfirmedByThePerson() {
    var result = run("what\ny\n", "visit");
    assertThat(result.out())
        .contains("address: " + ToolServerProgram.ADDRESS)
        .contains("? visit it yourself, then [y] done  [n]o  [c]ancel > ")
        .contains("visit {\"action\":\"accept\"}");
  }

  @Test
  void aQuestionWithoutFieldsIsAnsweredWithAYes() {
    assertThat(run("y\n", "confirm").out())
        .contains("│ Really delete it?", "? [y]es  [n]o  [c]ancel > ")
        .contains("confirm {\"action\":\"accept\"");
  }

  @Test
  void leavingParksTheRunAndAnotherProcessCanAnswer() {
    var left = run("", "form");
    assertThat(left.exit()).isEqualTo(3);
    assertThat(left.out()).contains("drover approve a.e2 --answer JSON   (or deny)");
    var answered =
        cli.call("approve", "a.e2", "--answer", "{\"city\":\"Oslo\",\"class\":\"economy\"}");
    assertThat(answered.exit()).as(answered.toString()).isZero();
    assertThat(cli.call("resume", "a", "--script", "s.yaml").out())
        .contains("form {\"action\":\"accept\"", "Oslo");
  }

  @Test
  void aResumedRunAsksItsOpenQuestionAgain() {
    assertThat(run("", "form").exit()).isEqualTo(3);
    cli.typing("y\nOslo\n\neconomy\n\ny\n");
    var resumed = cli.call("resume", "a", "--script", "s.yaml");
    assertThat(resumed.exit()).as(resumed.toString()).isZero();
    assertThat(resumed.out()).contains("│ Which trip?", "Oslo", "form {\"action\":\"accept\"");
  }

  @Test
  void noPersonMeansNoAnswerAndDenyDeclines() {
    calling("form");
    var auto = cli.call("run", "--script", "s.yaml", "--session", "a", "--approve", "auto", "go");
    assertThat(auto.exit()).as("nobody makes up an answer").isEqualTo(3);
    var deny = cli.call("run", "--script", "s.yaml", "--session", "b", "--approve", "deny", "go");
    assertThat(deny.exit()).isZero();
    assertThat(deny.out()).contains("form {\"action\":\"decline\"}");
  }

  @Test
  void quietShowsTheQuestionToo() {
    assertThat(run("y\n", "confirm", "--quiet").out()).contains("Really delete it?", "Done.");
  }
}
