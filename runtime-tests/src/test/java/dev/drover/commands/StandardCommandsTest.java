package dev.drover.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.Session;
import dev.drover.commands.SlashCommandOutcome.Done;
import dev.drover.commands.SlashCommandOutcome.Failed;
import dev.drover.commands.SlashCommandOutcome.Switched;
import dev.drover.commands.SlashCommandOutcome.Unknown;
import dev.drover.kernel.message.Message;
import dev.drover.model.script.ScriptedModel;
import dev.drover.policy.Policy;
import dev.drover.spi.time.Time;
import dev.drover.tools.WorkspaceTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The standard commands of a session, and their effects.
@Tag("H4")
@Timeout(60)
final class StandardCommandsTest {
  private static final String SCRIPT =
      """
      turns:
        - text: "I will write it."
          calls: [ {tool: write, args: {path: note.txt, content: "hello"}} ]
          usage: {input: 1000, output: 20}
        - text: "Done."
          usage: {input: 50, output: 5, cacheRead: 100}
        - text: "Nothing to do."
          usage: {input: 7, output: 3}
      """;

  @TempDir private Path folder;
  private Drover drover;
  private Session session;

  @BeforeEach
  void open() {
    drover = Drover.inMemory();
    session =
        drover
            .agent("clerk")
            .model(ScriptedModel.parse(SCRIPT, Time.system()))
            .tools(WorkspaceTools.workspace())
            .policy(Policy.ALLOW_ALL.denying("grep", "read(secret*)"))
            .workspace(folder)
            .build()
            .open();
  }

  @AfterEach
  void close() {
    drover.close();
  }

  private SlashCommandOutcome said(String line) {
    return SlashCommands.STANDARD.run(session, line);
  }

  private String done(String line) {
    var outcome = said(line);
    assertThat(outcome).isInstanceOf(Done.class);
    return ((Done) outcome).text();
  }

  @Test
  void commandsReachNeitherTheModelNorTheJournal() {
    long before = session.eventCount();
    List.of("/help", "/cost", "/model", "/history", "/tools", "/tasks", "/undo", "/nonsense")
        .forEach(this::said);
    assertThat(session.eventCount()).isEqualTo(before);
    assertThat(session.history()).isEmpty();
  }

  @Test
  void helpListsAllCommandsOrExplainsOne() {
    assertThat(done("/help"))
        .isEqualTo(
            """
            /help [NAME]           lists the commands
            /clear                 lets the model forget what was said; the journal keeps it
            /compact [FOCUS|N]     has all but the last exchange summed up; with a number, forgets all but the last N
            /cost                  shows the tokens of the last turn, of the session, and of those who work for it
            /model                 shows the model that answers
            /history               shows the messages that the next request starts with, shortened
            /tools                 lists the tools, and which of them policy hides from the model
            /mcp [reconnect NAME]  lists the MCP servers and whether they answer, or connects one again
            /tasks [cancel ID]     lists what others work on, or have worked on, and ends one of them
            /undo [RUN]            brings back the files that the last run changed, or the run you name
            /fork [N]              goes on in a new session, from here or from event N; this one stays as it is\
            """);
    assertThat(done("/help /model")).isEqualTo("/model  shows the model that answers");
    assertThat(said("/help modle"))
        .isEqualTo(new Failed(new Unknown("modle", List.of("model")).problem()));
  }

  @Test
  void clearEmptiesTheNextRequest() {
    session.ask("write");
    assertThat(said("/clear"))
        .isEqualTo(new Done("Forgotten: 4 messages. The journal keeps them."));
    assertThat(session.history()).isEmpty();
    assertThat(said("/clear")).isEqualTo(new Done("There was nothing to forget."));
  }

  @Test
  @Tag("B9")
  void compactTrimsAndReportsThatItOnlyTrimmed() {
    assertThat(said("/compact 1")).isEqualTo(new Done("There is nothing to trim."));
    session.ask("write");
    session.ask("again");
    session.ask("and again");
    assertThat(session.history()).hasSize(8);
    assertThat(said("/compact 3")).isEqualTo(new Done("There is nothing to trim."));
    assertThat(said("/compact 2"))
        .isEqualTo(
            new Done(
                "Trimmed: the model no longer sees the oldest 4 messages and goes on with 4"
                    + " messages. Nothing was summed up; the journal keeps all."));
    assertThat(session.history()).hasSize(4);
    assertThat(((Failed) said("/compact 0")).problem().code()).isEqualTo("argument_invalid");
    assertThat(session.compactions()).hasSize(1);
  }

  @Test
  @Tag("C6")
  void compactSummarizesAndReportsWhatIsLeft() {
    assertThat(said("/compact")).isEqualTo(new Done("There is nothing to sum up."));
    session.ask("write");
    session.ask("again");
    assertThat(said("/compact the note"))
        .isEqualTo(
            new Done(
                "Summed up: the model goes on with a summary of the oldest 4 messages, what you"
                    + " said, and the last 2 messages. The journal keeps all."));
    assertThat(session.history()).hasSize(4);
    assertThat(session.read(((Message.User) session.history().get(1)).text()))
        .endsWith("I will write it.");
    assertThat(session.totalUsage().input()).isEqualTo(1_000 + 50 + 7 + 1_000);
  }

  @Test
  @Tag("B13")
  void forkSwitchesToANewSessionAndReportsIt() {
    session.ask("write");
    var outcome = said("/fork 3");
    assertThat(outcome).isInstanceOf(Switched.class);
    var fork = ((Switched) outcome).session();
    assertThat(((Switched) outcome).text())
        .isEqualTo(
            "You are in session %s now, which goes on from event 3 of %s. That one stays as it is."
                .formatted(fork.id(), session.id()));
    assertThat(fork.history()).hasSize(2);
    assertThat(session.history()).hasSize(4);
    assertThat(((Failed) said("/fork 0")).problem().code()).isEqualTo("argument_invalid");
    assertThat(((Failed) said("/fork 99")).problem().code()).isEqualTo("cursor_invalid");
  }

  @Test
  void clearDuringARunFails() {
    var endless =
        drover
            .agent("talker")
            .model(
                ScriptedModel.parse("turns: [ {text: one two three, pause: 10m} ]", Time.system()))
            .workspace(folder)
            .build()
            .open();
    var run = endless.send("talk");
    var outcome = SlashCommands.STANDARD.run(endless, "/clear");
    assertThat(outcome).isInstanceOf(Failed.class);
    assertThat(((Failed) outcome).problem().code()).isEqualTo("session_busy");
    assertThat(run.cancel()).isTrue();
  }

  @Test
  void costShowsTokensAndThatThereAreNoPrices() {
    session.ask("write");
    assertThat(done("/cost"))
        .isEqualTo(
            """
            last turn  50 tokens in, 5 out, 100 from cache
            session    1,050 tokens in, 25 out, 100 from cache
            money      no prices configured\
            """);
  }

  @Test
  void modelShowsOnlyTheModel() {
    assertThat(done("/model")).isEqualTo(session.model()).startsWith("script/");
    var switched = said("/model other/model");
    assertThat(((Failed) switched).problem().toString())
        .isEqualTo("argument_unexpected: /model has no use for 'other/model'. Say /model alone.");
  }

  @Test
  void historyShowsTheMessagesOfTheNextRequest() {
    assertThat(done("/history")).isEqualTo("Nothing was said yet, or it was forgotten.");
    session.ask("write\na " + "very ".repeat(40) + "long note");
    assertThat(done("/history").lines())
        .containsExactly(
            "  1  you      write a " + "very ".repeat(18) + "v…",
            "  2  model    I will write it. [write {\"path\":\"note.txt\",\"content\":\"hello\"}]",
            "  3  write    Created 'note.txt' (1 line, 5 bytes).",
            "  4  model    Done.");
  }

  @Test
  void toolsListsToolsAndMarksThoseHiddenByPolicy() {
    var lines = done("/tools").lines().toList();
    assertThat(lines).hasSize(session.tools().definitions().size());
    assertThat(lines).anyMatch(line -> line.matches("grep +\\(denied\\) .+"));
    assertThat(lines).anyMatch(line -> line.matches("read +[^( ].+"));
    assertThat(lines).filteredOn(line -> line.contains("(denied)")).hasSize(1);
  }

  @Test
  void undoRestoresTheFilesOfTheLastRun() {
    var run = session.send("write");
    run.await();
    assertThat(folder.resolve("note.txt")).hasContent("hello");
    assertThat(said("/undo"))
        .isEqualTo(new Done("Run %s (write):\n  took away note.txt".formatted(run.id())));
    assertThat(folder.resolve("note.txt")).doesNotExist();
  }

  @Test
  void undoOfANamedRunLeavesLaterChangesAlone() throws IOException {
    var run = session.send("write");
    run.await();
    session.ask("anything else?");
    Files.writeString(folder.resolve("note.txt"), "mine");
    assertThat(done("/undo")).endsWith(" (anything else?) changed no files.");
    assertThat(done("/undo " + run.id()))
        .contains("left alone note.txt: it was changed after the run")
        .endsWith("compare it yourself.");
    assertThat(folder.resolve("note.txt")).hasContent("mine");
  }

  @Test
  void undoWithoutAMatchingRunIsReported() {
    assertThat(said("/undo")).isEqualTo(new Done("There was no run yet."));
    session.ask("write");
    var unknown = said("/undo r-nobody");
    assertThat(((Failed) unknown).problem().toString())
        .startsWith("run_not_found: this session has no run 'r-nobody'. Its last ones,")
        .contains(" (write).");
    assertThat(folder.resolve("note.txt")).exists();
  }
}
