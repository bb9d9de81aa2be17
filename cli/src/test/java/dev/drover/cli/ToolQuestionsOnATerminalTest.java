package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.drover.cli.TmuxTerminal.Size;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Questions of tools in `chat` and `run`, on a real terminal.
@Tag("H1")
@Tag("J11")
@Timeout(180)
class ToolQuestionsOnATerminalTest {
  private static final Size TALL = new Size(100, 50);

  @TempDir Path folder;

  @BeforeAll
  static void look() {
    assumeTrue(TmuxTerminal.isPossible(), "there is no tmux here");
  }

  private TmuxTerminal start(String tool, String... command) throws IOException {
    Files.writeString(
        folder.resolve("s.yaml"),
        """
        turns:
          - calls: [ {tool: mcp__trips__%s, args: {}} ]
          - text: All is said.
          - text: Once more.
        """
            .formatted(tool));
    var settings = folder.resolve(".config/drover/config.yaml");
    Files.createDirectories(settings.getParent());
    Files.writeString(settings, "allow: [\"mcp__trips__*\"]\n");
    TmuxTerminal.program(folder, ToolServerProgram.after("mcp", "add", "trips"));
    var words = new ArrayList<>(List.of(command));
    words.addAll(List.of("--script", "s.yaml", "--session", "a"));
    return TmuxTerminal.start(folder, TALL, words.toArray(String[]::new));
  }

  @Test
  void aFormIsFilledInInTheChat() throws Exception {
    try (var pane = start("form", "chat")) {
      pane.awaitPrompt(">").type("book it").press("Enter");
      pane.awaitText("Which trip?").awaitPrompt("? [y] fill it in  [n]o  [c]ancel >");
      pane.type("y").press("Enter").awaitPrompt("? City (text, at least 2 characters, needed) >");
      pane.type("x").press("Enter").awaitText("it needs at least 2 characters");
      pane.awaitPrompt("? City (text, at least 2 characters, needed) >")
          .type("Paris")
          .press("Enter");
      // An empty line takes the proposed value.
      pane.awaitPrompt("? nights (whole number, 1 to 30, Enter for 2) >").press("Enter");
      pane.awaitPrompt("? class (one of a list, needed) >").type("economy").press("Enter");
      pane.awaitPrompt("? insured (yes or no, Enter leaves it out) >").press("Enter");
      pane.awaitText("{\"city\":\"Paris\",\"nights\":2,\"class\":\"economy\"}");
      pane.awaitPrompt("? [y] send  [r]etype  [n]o  [c]ancel >").type("y").press("Enter");
      pane.awaitText("\"action\":\"accept\"").awaitText("All is said.").awaitPrompt(">");
      // The chat goes on.
      pane.type("more").press("Enter").awaitText("Once more.").awaitPrompt(">");
    }
  }

  @Test
  void anAddressIsShownWholeInTheChatAndANoIsTold() throws Exception {
    try (var pane = start("visit", "chat")) {
      pane.awaitPrompt(">").type("log in").press("Enter");
      pane.awaitText("address: " + ToolServerProgram.ADDRESS);
      pane.awaitPrompt("? visit it yourself, then [y] done  [n]o  [c]ancel >");
      pane.type("n").press("Enter").awaitText("visit {\"action\":\"decline\"}");
      pane.awaitText("All is said.").awaitPrompt(">");
    }
  }

  @Test
  void aQuestionThatWasAnsweredElsewhereIsWithdrawn() throws Exception {
    try (var pane = start("confirm", "chat")) {
      pane.awaitPrompt(">").type("delete it").press("Enter");
      pane.awaitPrompt("? [y]es  [n]o  [c]ancel >").type("y");
      TmuxTerminal.program(folder, "deny", "a.e2");
      pane.awaitText("confirm {\"action\":\"decline\"}").awaitText("All is said.");
      // What was typed is not an answer, and is not sent.
      pane.awaitPrompt("> y");
    }
  }

  @Test
  void aKilledChatAsksAgainWhenItComesBack() throws Exception {
    try (var pane = start("form", "chat")) {
      pane.awaitPrompt(">").type("book it").press("Enter");
      pane.awaitPrompt("? [y] fill it in  [n]o  [c]ancel >");
    }
    // The pane was killed with the program.
    try (var pane =
        TmuxTerminal.start(folder, TALL, "chat", "--script", "s.yaml", "--session", "a")) {
      pane.awaitText("Which trip?").awaitPrompt("? [y] fill it in  [n]o  [c]ancel >");
      pane.type("c").press("Enter").awaitText("form {\"action\":\"cancel\"}");
      pane.awaitText("All is said.").awaitPrompt(">");
    }
  }

  @Test
  void aRunAtATerminalAsksToo() throws Exception {
    try (var pane = start("confirm", "run", "delete")) {
      pane.awaitText("Really delete it?").awaitPrompt("? [y]es  [n]o  [c]ancel >");
      pane.type("y").press("Enter");
      assertThat(pane.awaitExit()).isZero();
      assertThat(pane.everything()).contains("confirm {\"action\":\"accept\"");
    }
  }
}
