package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.drover.cli.TmuxTerminal.Size;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// `chat` as a person sees it, on a real terminal.
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class ChatOnATerminalTest {
  /// Clears of the whole screen, by any escape sequence.
  private static final Pattern CLEAR =
      Pattern.compile("\u001b\\[[23]J|\u001b\\[(?:1;1)?H\u001b\\[0?J|\u001bc|\u001b\\[\\?1049");

  private static final String ASK = "? [y]es  [n]o  [v]iew all  for this [s]ession  [a]lways >";

  @TempDir Path folder;

  @BeforeAll
  static void look() {
    assumeTrue(TmuxTerminal.isPossible(), "there is no tmux here");
  }

  private TmuxTerminal chat(String script) throws IOException {
    return chat(script, Size.USUAL, List.of());
  }

  private TmuxTerminal chat(String script, Size size, List<String> environment) throws IOException {
    Files.writeString(folder.resolve("s.yaml"), script);
    return TmuxTerminal.start(
            folder, size, environment, "chat", "--script", "s.yaml", "--session", "a")
        .awaitPrompt(">");
  }

  /// Without the answer that was typed.
  private static long timesAsked(TmuxTerminal pane) {
    return pane.screen().lines().filter(ASK::equals).count();
  }

  @Test
  void promptsAreAnsweredAndKeptInTheHistory() throws Exception {
    try (var pane =
        chat(
            """
            turns:
              - text: "Good morning."
              - text: "Good night."
              - text: "Good morning again."
            """)) {
      pane.type("hello").press("Enter").awaitText("Good morning.").awaitPrompt(">");
      pane.type("key AKIAIOSFODNN7EXAMPLE").press("Enter").awaitText("Good night.");
      pane.awaitPrompt(">").press("Up", "Up").awaitPrompt("> hello").press("Enter");
      pane.awaitText("Good morning again.").awaitPrompt(">").press("C-d");
      assertThat(pane.awaitExit()).isZero();
      assertThat(pane.everything())
          .contains("Come back with: drover chat --session a --script s.yaml\n");
    }
    assertThat(Files.readString(folder.resolve(".drover/drover.db.history")))
        .startsWith("hello\nkey [")
        .endsWith("]\nhello\n")
        .doesNotContain("AKIA");
    try (var pane = chat("turns: []")) {
      pane.press("Up").awaitPrompt("> hello");
    }
  }

  @Test
  @Tag("B4")
  void ctrlCCancelsTheRunAndTheSessionContinues() throws Exception {
    try (var pane =
        chat(
            """
            turns:
              - text: "one two three"
                pause: 10m
              - text: "Back again."
            """)) {
      pane.type("count").press("Enter").awaitText("\n  one").awaitText("script/s · 0:01");
      assertThat(pane.lastLine()).isEqualTo("script/s · 0:01");
      pane.press("C-c").awaitText("✗ cancelled by ada: Ctrl-C").awaitPrompt(">");
      pane.type("again").press("Enter").awaitText("Back again.").awaitPrompt(">");
      assertThat(pane.screen()).contains("✓ completed · 1 turn").doesNotContain("script/s ·");
      assertThat(CLEAR.matcher(pane.raw()).results()).isEmpty();
    }
  }

  @Test
  void aDiffIsShownAndAnsweredInPlace() throws Exception {
    Files.writeString(folder.resolve("note.txt"), "hello\nworld\n");
    try (var pane =
        chat(
            """
            turns:
              - text: "Changing it."
                calls: [ {tool: edit, args: {path: note.txt, old: world, new: moon}} ]
                usage: {input: 1200, output: 80}
              - text: "Once more."
                calls: [ {tool: edit, args: {path: note.txt, old: moon, new: sun}} ]
              - text: "Done."
            """)) {
      pane.type("change it").press("Enter").awaitPrompt(ASK);
      assertThat(pane.screen()).contains("  │  hello\n  │ -world\n  │ +moon\n");
      assertThat(pane.raw()).contains("\u001b[31m-world", "\u001b[32m+moon");
      pane.type("maybe").press("Enter").awaitText("y, n, v, s or a;").awaitPrompt(ASK);
      pane.type("y").press("Enter").awaitText("✓ yes (ada)").awaitText("+sun").awaitPrompt(ASK);
      assertThat(folder.resolve("note.txt")).hasContent("hello\nmoon\n");
      pane.type("n the moon is fine").press("Enter").awaitText("✗ no (ada): the moon is fine");
      pane.awaitText("✓ completed · 3 turns · 1,200 tokens in, 80 out").awaitPrompt(">");
      assertThat(folder.resolve("note.txt")).hasContent("hello\nmoon\n");
      pane.type("/undo").press("Enter").awaitText("  brought back note.txt").awaitPrompt(">");
      assertThat(folder.resolve("note.txt")).hasContent("hello\nworld\n");
    }
  }

  @Test
  void aQuestionIsWithdrawnWhenItIsAnsweredElsewhereOrTheRunIsCancelled() throws Exception {
    try (var pane =
        chat(
            """
            turns:
              - calls: [ {tool: write, args: {path: one.txt, content: "1"}} ]
              - text: "First done."
              - calls: [ {tool: write, args: {path: two.txt, content: "2"}} ]
            """)) {
      pane.type("write").press("Enter").awaitPrompt(ASK);
      var elsewhere = TmuxTerminal.program(folder, "approve", "a.e2");
      assertThat(elsewhere).startsWith("✓ approved a.e2");
      pane.awaitText("First done.").awaitPrompt(">");
      assertThat(pane.screen()).doesNotContain(ASK);
      assertThat(folder.resolve("one.txt")).exists();
      pane.type("write").press("Enter").awaitPrompt(ASK);
      pane.press("C-c").awaitText("✗ cancelled by ada: Ctrl-C").awaitPrompt(">");
      assertThat(folder.resolve("two.txt")).doesNotExist();
      pane.press("C-d");
      assertThat(pane.awaitExit()).isZero();
    }
  }

  @Test
  @Tag("J5")
  void aBackgroundQuestionIsShownAndTheTypedLineStaysUnsent() throws Exception {
    try (var pane =
        chat(
            """
            turns:
              - calls: [ {tool: task, args: {agent: general, prompt: "Write.", background: true}} ]
              - text: "On its way."
              - text: "Noted."
            agents:
              general:
                - calls: [ {tool: bash, args: {command: "until [ -e go ]; do sleep 0.05; done"}} ]
                - calls: [ {tool: write, args: {path: note.txt, content: "hello"}} ]
                - text: "Written."
            """)) {
      pane.type("start").press("Enter").awaitText("On its way.").awaitText("until [ -e go ]");
      pane.awaitPrompt(ASK).type("y").press("Enter").awaitPrompt(">");
      pane.type("half a prom").awaitPrompt("> half a prom");
      Files.createFile(folder.resolve("go"));
      pane.awaitText("? write").awaitPrompt(ASK);
      pane.press("Enter").await("the question again", () -> timesAsked(pane) == 2);
      pane.type("half a prompt").press("Enter");
      pane.awaitText("y, n, v, s or a;").awaitPrompt(ASK);
      assertThat(folder.resolve("note.txt")).doesNotExist();
      pane.type("y").press("Enter").awaitPrompt("> half a prom");
      pane.await("the note", () -> Files.exists(folder.resolve("note.txt")));
      assertThat(TmuxTerminal.program(folder, "events", "a")).doesNotContain("half a prom");
    }
  }

  @Test
  void leavingAtAQuestionLeavesTheRunWaiting() throws Exception {
    try (var pane = chat(CliScripts.WRITE)) {
      pane.type("write").press("Enter").awaitPrompt(ASK).press("C-d");
      assertThat(pane.awaitExit()).isEqualTo(3);
      assertThat(pane.everything()).contains("  drover approve a.e2   (or deny)\n");
    }
  }

  @Test
  @Tag("H4")
  void theEditorSupportsCompletionPasteAndClear() throws Exception {
    try (var pane = chat("turns: [ {text: One prompt.} ]")) {
      pane.type("/mod").press("Tab").awaitPrompt("> /model").press("Enter");
      pane.awaitText("\nscript/s\n").awaitPrompt(">");
      pane.type("not this").awaitPrompt("> not this").press("C-c").awaitPrompt(">");
      assertThat(pane.screen()).doesNotContain("Ctrl-D leaves;");
      pane.press("C-c").awaitText("Ctrl-D leaves; /help lists the commands.").awaitPrompt(">");
      pane.paste("first \"line\nsecond !! \\line").awaitPrompt("  second !! \\line");
      pane.press("Enter").awaitText("✓ completed · 1 turn").awaitPrompt(">");
      pane.type("/history").press("Enter");
      pane.awaitText("1  you      first \"line second !! \\line").awaitPrompt(">");
      pane.type("/hlep").press("Enter").awaitText("Did you mean /help?");
    }
  }

  @Test
  void resizingKeepsOnePromptAndHidesTheStatusLineIfThereIsNoRoom() throws Exception {
    try (var pane =
        chat(
            """
            turns:
              - text: "one two three"
                pause: 10m
            """)) {
      pane.type("count").awaitPrompt("> count").resize(new Size(60, 16));
      pane.press("Space").type("on").awaitPrompt("> count on");
      assertThat(pane.screen()).containsOnlyOnce("> count");
      pane.press("Enter").awaitText("\n  one").awaitText("script/s · 0:0");
      assertThat(pane.lastLine()).startsWith("script/s · 0:0");
      pane.resize(new Size(60, 6)).await("room", () -> !pane.screen().contains("script/s ·"));
      assertThat(pane.screen()).contains("\n  one");
      pane.resize(new Size(60, 12)).awaitText("script/s · 0:0");
      pane.press("C-c").awaitText("✗ cancelled by ada").awaitPrompt(">");
    }
  }

  @Test
  void resizingDuringAReplyLosesNoTextOfIt() throws Exception {
    var words = IntStream.range(0, 120).mapToObj("word%03d"::formatted).toList();
    var script = "turns: [ {text: '%s', pause: 40ms} ]".formatted(String.join(" ", words));
    try (var pane = chat(script, new Size(90, 16), List.of())) {
      pane.type("count").press("Enter").awaitText("word030").resize(new Size(50, 12));
      pane.awaitText("word060").awaitText("\nscript/s · 0:0").resize(new Size(100, 20));
      pane.awaitText("word090").awaitText("\nscript/s · 0:0").resize(new Size(60, 16));
      pane.awaitText("word119").awaitText("✓ completed").awaitPrompt(">");
      assertThat(pane.resize(new Size(100, 40)).everything()).contains(words);
      assertThat(pane.everything()).doesNotContain("script/s · 0:");
    }
  }

  @Test
  void aDumbTerminalReceivesNoEscapeCodes() throws Exception {
    try (var pane = chat(CliScripts.WRITE, Size.USUAL, List.of("TERM=dumb"))) {
      pane.type("write").press("Enter").awaitPrompt(ASK);
      pane.type("y").press("Enter").awaitText("✓ completed").awaitPrompt(">");
      pane.press("C-d");
      assertThat(pane.awaitExit()).isZero();
      assertThat(pane.raw()).doesNotContain("\u001b");
    }
  }
}
