package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.drover.cli.TmuxTerminal.Size;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// Questions of `run` on a real terminal: each answer is for the question that was on the screen
/// when it was typed.
@Tag("E3")
@Tag("J5")
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class QuestionsOnATerminalTest {
  private static final String IGNORED = "typed before the question: ignored";
  private static final String TWO_AT_ONCE =
      """
      turns:
        - calls:
            - {tool: write, args: {path: one.txt, content: "1"}}
            - {tool: write, args: {path: two.txt, content: "2"}}
        - text: "Done."
      """;
  private static final String ONE_AFTER_THE_OTHER =
      """
      turns:
        - calls: [ {tool: write, args: {path: one.txt, content: "1"}} ]
        - calls: [ {tool: write, args: {path: two.txt, content: "2"}} ]
        - text: "Done."
      """;

  @TempDir Path folder;

  @BeforeAll
  static void look() {
    assumeTrue(TmuxTerminal.isPossible(), "there is no tmux here");
  }

  private TmuxTerminal run(String script) throws IOException {
    Files.writeString(folder.resolve("s.yaml"), script);
    return TmuxTerminal.start(
        folder,
        Size.USUAL,
        "run",
        "--script",
        "s.yaml",
        "--session",
        "a",
        "--approve",
        "ask",
        "go");
  }

  /// The question about this file is the last text on the screen.
  private static TmuxTerminal awaitQuestion(TmuxTerminal pane, String file) {
    return pane.await(
        "the question about " + file,
        () -> {
          var screen = pane.screen().stripTrailing();
          int asked = screen.lastIndexOf("? write " + file);
          return asked >= 0 && screen.indexOf("\n? write", asked + 1) < 0 && screen.endsWith(">");
        });
  }

  @Test
  void inputTypedBeforeTheQuestionDoesNotAnswerIt() throws Exception {
    try (var pane =
        run(
            """
            turns:
              - calls: [ {tool: bash, args: {command: "until [ -e go ]; do sleep 0.05; done"}} ]
              - calls: [ {tool: write, args: {path: one.txt, content: "1"}} ]
              - calls: [ {tool: write, args: {path: two.txt, content: "2"}} ]
              - text: "Done."
            """)) {
      pane.awaitText("? bash until").awaitText("lways >").type("y").press("Enter");
      pane.awaitText("yes (ada)").type("y").press("Enter").type("y").press("Enter").type("y");
      Files.createFile(folder.resolve("go"));
      awaitQuestion(pane, "one.txt").awaitText(IGNORED);
      // The last word was not yet submitted when the question came up.
      pane.press("Enter").awaitText("y, n, v, s or a;");
      assertThat(folder.resolve("one.txt")).doesNotExist();
      // At once: the second answer is typed before the second question appears.
      pane.press("y", "Enter", "y", "Enter");
      awaitQuestion(pane, "two.txt");
      assertThat(folder.resolve("one.txt")).exists();
      assertThat(folder.resolve("two.txt")).doesNotExist();
      pane.type("n").press("Enter");
      assertThat(pane.awaitExit()).isZero();
      assertThat(folder.resolve("two.txt")).doesNotExist();
    }
  }

  @Test
  void twoQuestionsAtOnceAreShownOneAfterTheOther() throws Exception {
    try (var pane = run(TWO_AT_ONCE)) {
      awaitQuestion(pane, "one.txt");
      assertThat(pane.screen()).doesNotContain("? write two.txt");
      pane.type("n").press("Enter");
      awaitQuestion(pane, "two.txt");
      pane.type("y").press("Enter");
      assertThat(pane.awaitExit()).isZero();
      assertThat(folder.resolve("one.txt")).doesNotExist();
      assertThat(folder.resolve("two.txt")).exists();
    }
  }

  @Test
  void inputTypedWhileAnotherProcessAnswersDoesNotReachTheNextQuestion() throws Exception {
    try (var pane = run(ONE_AFTER_THE_OTHER)) {
      awaitQuestion(pane, "one.txt").type("y");
      assertThat(TmuxTerminal.program(folder, "deny", "a.e2", "--reason", "not here"))
          .contains("✓ denied a.e2");
      awaitQuestion(pane, "two.txt");
      assertThat(pane.screen()).contains("✗ no (ada): not here");
      pane.press("Enter").awaitText("y, n, v, s or a;");
      assertThat(folder.resolve("two.txt")).doesNotExist();
      pane.type("n").press("Enter");
      assertThat(pane.awaitExit()).isZero();
      assertThat(folder.resolve("one.txt")).doesNotExist();
      assertThat(folder.resolve("two.txt")).doesNotExist();
    }
  }

  @Test
  void leavingListsEveryOpenQuestion() throws Exception {
    try (var pane = run(TWO_AT_ONCE)) {
      awaitQuestion(pane, "one.txt").press("C-d");
      assertThat(pane.awaitExit()).isEqualTo(3);
      assertThat(pane.everything())
          .contains("drover approve a.e2   (or deny)", "drover approve a.e3   (or deny)");
    }
  }
}
