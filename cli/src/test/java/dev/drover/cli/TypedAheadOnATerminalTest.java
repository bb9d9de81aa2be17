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

/// Input typed during `chat` while no prompt is open appears in the editor afterwards.
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class TypedAheadOnATerminalTest {
  private static final String ASK = "? [y]es  [n]o  [v]iew all  for this [s]ession  [a]lways >";
  private static final String WRITE_AFTER_WAITING =
      """
      turns:
        - calls: [ {tool: bash, args: {command: "until [ -e go ]; do sleep 0.05; done"}} ]
        - calls: [ {tool: write, args: {path: note.txt, content: "hello"}} ]
        - text: "Done."
      """;

  @TempDir Path folder;

  @BeforeAll
  static void look() {
    assumeTrue(TmuxTerminal.isPossible(), "there is no tmux here");
  }

  private TmuxTerminal chat(String script) throws IOException {
    Files.writeString(folder.resolve("s.yaml"), script);
    return TmuxTerminal.start(folder, Size.USUAL, "chat", "--script", "s.yaml", "--session", "a");
  }

  @Test
  void inputTypedBeforeTheEditorStartsAppearsInIt() throws Exception {
    try (var pane = chat("turns: [ {text: Good morning.} ]")) {
      pane.type("typed early").awaitPrompt("> typed early");
      pane.press("Enter").awaitText("Good morning.").awaitPrompt(">");
    }
  }

  @Test
  @Tag("B4")
  void inputTypedBeforeCtrlCStaysInTheEditorUnsent() throws Exception {
    try (var pane =
        chat(
            """
            turns:
              - text: "one two three"
                pause: 10m
              - text: "Back again."
            """)) {
      pane.awaitPrompt(">").type("count").press("Enter").awaitText("\n  one");
      pane.type("first").press("Enter").type("then Grüßx").press("BSpace", "Up", "C-c");
      pane.awaitText("✗ cancelled by ada: Ctrl-C").awaitPrompt("> first then Grüß");
      assertThat(TmuxTerminal.program(folder, "events", "a")).doesNotContain("first");
      pane.type("e").press("Enter").awaitText("Back again.").awaitPrompt(">");
      assertThat(pane.screen()).contains("> first then Grüße\n");
    }
  }

  @Test
  @Tag("J5")
  void inputTypedBeforeAQuestionDoesNotAnswerItAndStaysInTheEditor() throws Exception {
    try (var pane = chat(WRITE_AFTER_WAITING)) {
      pane.awaitPrompt(">").type("write").press("Enter").awaitText("? bash").awaitPrompt(ASK);
      pane.type("y").press("Enter").awaitText("✓ yes (ada)");
      pane.type("y").press("Enter").type("half a prom");
      Files.createFile(folder.resolve("go"));
      pane.awaitText("? write note.txt").awaitPrompt(ASK);
      assertThat(pane.screen()).contains("  typed before the question: kept for the prompt\n");
      pane.type("n").press("Enter");
      pane.awaitText("✓ completed").awaitPrompt("> y half a prom");
      assertThat(folder.resolve("note.txt")).doesNotExist();
      assertThat(TmuxTerminal.program(folder, "events", "a")).doesNotContain("half a prom");
    }
  }

  @Test
  @Tag("J5")
  void aPartialAnswerToAWithdrawnQuestionStaysInTheEditor() throws Exception {
    try (var pane = chat(CliScripts.WRITE)) {
      pane.awaitPrompt(">").type("write").press("Enter").awaitPrompt(ASK);
      pane.type("n not there").awaitPrompt(ASK + " n not there");
      assertThat(TmuxTerminal.program(folder, "approve", "a.e2")).startsWith("✓ approved a.e2");
      pane.awaitText("✓ completed").awaitPrompt("> n not there");
    }
  }
}
