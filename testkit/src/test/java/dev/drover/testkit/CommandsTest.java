package dev.drover.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.kernel.Message;
import dev.drover.kernel.RunId;
import dev.drover.model.script.ScriptedModel;
import dev.drover.runtime.Drover;
import dev.drover.runtime.Session;
import dev.drover.runtime.SystemTime;
import dev.drover.runtime.command.Command;
import dev.drover.runtime.command.CommandCall;
import dev.drover.runtime.command.CommandOutcome;
import dev.drover.runtime.command.CommandOutcome.Done;
import dev.drover.runtime.command.CommandOutcome.Ended;
import dev.drover.runtime.command.CommandOutcome.Failed;
import dev.drover.runtime.command.CommandOutcome.NotACommand;
import dev.drover.runtime.command.CommandOutcome.Prompted;
import dev.drover.runtime.command.CommandOutcome.Switched;
import dev.drover.runtime.command.CommandOutcome.Unknown;
import dev.drover.runtime.command.CommandRegistry;
import dev.drover.runtime.command.Commands;
import dev.drover.runtime.command.PromptCommand;
import dev.drover.runtime.policy.Policy;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.runtime.problem.RunNotFound;
import dev.drover.tools.WorkspaceTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a person can say to a session beside prompts, and what becomes of it.
@Tag("H4")
@Timeout(60)
final class CommandsTest {
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
            .model(ScriptedModel.parse(SCRIPT, new SystemTime()))
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

  private CommandOutcome said(String line) {
    return Commands.STANDARD.run(session, line);
  }

  private String done(String line) {
    var outcome = said(line);
    assertThat(outcome).isInstanceOf(Done.class);
    return ((Done) outcome).text();
  }

  /// A command that answers with what is computed here.
  private record Own(String name, String arguments, Function<CommandCall, Ended> body)
      implements Command {
    @Override
    public String help() {
      return "does what a test wants";
    }

    @Override
    public Ended run(CommandCall call) {
      return body.apply(call);
    }
  }

  private static Own own(String name, Function<CommandCall, Ended> body) {
    return new Own(name, "[TEXT]", body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/etc/hosts is broken",
        "/etc/hosts",
        "/help/",
        "/",
        "/ help",
        "//help",
        "/?",
        "/help, please",
        "/help.txt is empty",
        "/2 of the tests fail",
        "/-x",
        "/clear_all",
        "/hélp",
        " /help",
        "\t/help",
        "\n/help",
        "what does /help do?",
        "help",
        ""
      })
  void aPromptIsNotACommand(String line) {
    assertThat(said(line)).isEqualTo(new NotACommand());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/echo", "/echo ", "/ECHO", "/Echo\n"})
  void aNameAloneIsACommand(String line) {
    var echo = Commands.STANDARD.with(own("echo", call -> new Done("<" + call.arguments() + ">")));
    assertThat(echo.run(session, line)).isEqualTo(new Done("<>"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/echo a  b", "/echo   a  b  ", "/echo\ta  b", "/echo\na  b\n"})
  void whatIsBehindTheNameIsItsArguments(String line) {
    var echo = Commands.STANDARD.with(own("echo", call -> new Done("<" + call.arguments() + ">")));
    assertThat(echo.run(session, line)).isEqualTo(new Done("<a  b>"));
  }

  @Test
  void anUnknownCommandIsToldWithTheNamesThatAreClose() {
    assertThat(said("/hlep")).isEqualTo(new Unknown("hlep", List.of("help")));
    assertThat(said("/hist")).isEqualTo(new Unknown("hist", List.of("history")));
    assertThat(said("/tool grep")).isEqualTo(new Unknown("tool", List.of("tools")));
    assertThat(said("/tmp is full")).isEqualTo(new Unknown("tmp", List.of()));
    assertThat(new Unknown("hlep", List.of("help")).problem().toString())
        .isEqualTo(
            "unknown_command: there is no command /hlep. Did you mean /help? /help lists them all."
                + " To say it to the model, put a blank before it.");
  }

  @Test
  void nothingOfACommandReachesTheModelOrTheJournal() {
    long before = session.eventCount();
    List.of("/help", "/cost", "/model", "/history", "/tools", "/tasks", "/undo", "/nonsense")
        .forEach(this::said);
    assertThat(session.eventCount()).isEqualTo(before);
    assertThat(session.history()).isEmpty();
  }

  @Test
  void helpListsAllOrExplainsOne() {
    assertThat(done("/help"))
        .isEqualTo(
            """
            /help [NAME]        lists the commands
            /clear              lets the model forget what was said; the journal keeps it
            /compact [FOCUS|N]  has all but the last exchange summed up; with a number, forgets all but the last N
            /cost               shows the tokens of the last turn, of the session, and of those who work for it
            /model              shows the model that answers
            /history            shows the messages that the next request starts with, shortened
            /tools              lists the tools, and which of them policy hides from the model
            /tasks [cancel ID]  lists what others work on, or have worked on, and ends one of them
            /undo [RUN]         brings back the files that the last run changed, or the run you name
            /fork [N]           goes on in a new session, from here or from event N; this one stays as it is\
            """);
    assertThat(done("/help /model")).isEqualTo("/model  shows the model that answers");
    assertThat(said("/help modle"))
        .isEqualTo(new Failed(new Unknown("modle", List.of("model")).problem()));
  }

  @Test
  void clearLetsTheNextRequestStartEmpty() {
    session.ask("write");
    assertThat(said("/clear"))
        .isEqualTo(new Done("Forgotten: 4 messages. The journal keeps them."));
    assertThat(session.history()).isEmpty();
    assertThat(said("/clear")).isEqualTo(new Done("There was nothing to forget."));
  }

  @Test
  @Tag("B9")
  void compactTrimsAndSaysThatItIsOnlyATrim() {
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
  void compactSumsUpAndSaysWhatIsLeft() {
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
  void aPromptMayBeACommandAndIsFilledInOnce() {
    var review = new PromptCommand("review", "reviews", "Review $1 and $2 ($ARGUMENTS), not $10.");
    var plain = new PromptCommand("tidy", "tidies", "Tidy up; it costs $100.");
    var commands = Commands.STANDARD.with(review, plain);
    assertThat(commands.run(session, "/review a.txt  $1"))
        .isEqualTo(new Prompted("Review a.txt and $1 (a.txt  $1), not $10."));
    assertThat(commands.run(session, "/review"))
        .isEqualTo(new Prompted("Review  and  (), not $10."));
    assertThat(commands.run(session, "/tidy")).isEqualTo(new Prompted("Tidy up; it costs $100."));
    assertThat(((Failed) commands.run(session, "/tidy now")).problem().code())
        .isEqualTo("argument_unexpected");
    assertThat(session.history()).isEmpty();
  }

  @Test
  void commandsComeAndGoAndTheStandardOnesStay() {
    var registry = new CommandRegistry();
    registry.register(own("echo", call -> new Done(call.arguments())));
    assertThat(registry.run(session, "/echo a")).isEqualTo(new Done("a"));
    assertThatThrownBy(() -> registry.register(own("clear", _ -> new Done(""))))
        .isInstanceOf(ConfigurationInvalid.class);
    assertThat(registry.unregister("clear")).isFalse();
    assertThat(registry.unregister("nobody")).isFalse();
    assertThat(registry.unregister("echo")).isTrue();
    assertThat(registry.run(session, "/echo a")).isInstanceOf(Unknown.class);
    assertThat(registry.commands().all()).isEqualTo(Commands.STANDARD.all());
  }

  @Test
  @Tag("B13")
  void forkSwitchesToANewSessionAndSaysSo() {
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
  void clearDuringARunSaysThatItCannot() {
    var endless =
        drover
            .agent("talker")
            .model(
                ScriptedModel.parse(
                    "turns: [ {text: one two three, pause: 10m} ]", new SystemTime()))
            .workspace(folder)
            .build()
            .open();
    var run = endless.send("talk");
    var outcome = Commands.STANDARD.run(endless, "/clear");
    assertThat(outcome).isInstanceOf(Failed.class);
    assertThat(((Failed) outcome).problem().code()).isEqualTo("session_busy");
    assertThat(run.cancel()).isTrue();
  }

  @Test
  void costTellsTokensAndThatThereAreNoPrices() {
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
  void modelTellsTheModelAndClaimsNoMore() {
    assertThat(done("/model")).isEqualTo(session.model()).startsWith("script/");
    var switched = said("/model other/model");
    assertThat(((Failed) switched).problem().toString())
        .isEqualTo("argument_unexpected: /model has no use for 'other/model'. Say /model alone.");
  }

  @Test
  void historyShowsWhatTheModelWillSeeAgain() {
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
  void toolsAreListedAndThoseThatPolicyHidesAreMarked() {
    var lines = done("/tools").lines().toList();
    assertThat(lines).hasSize(session.tools().definitions().size());
    assertThat(lines).anyMatch(line -> line.matches("grep +\\(denied\\) .+"));
    assertThat(lines).anyMatch(line -> line.matches("read +[^( ].+"));
    assertThat(lines).filteredOn(line -> line.contains("(denied)")).hasSize(1);
  }

  @Test
  void undoBringsBackTheFilesOfTheLastRun() {
    var run = session.send("write");
    run.await();
    assertThat(folder.resolve("note.txt")).hasContent("hello");
    assertThat(said("/undo"))
        .isEqualTo(new Done("Run %s (write):\n  took away note.txt".formatted(run.id())));
    assertThat(folder.resolve("note.txt")).doesNotExist();
  }

  @Test
  void undoOfANamedRunLeavesAloneWhatWasChangedSince() throws IOException {
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
  void undoSaysWhatThereIsToUndo() {
    assertThat(said("/undo")).isEqualTo(new Done("There was no run yet."));
    session.ask("write");
    var unknown = said("/undo r-nobody");
    assertThat(((Failed) unknown).problem().toString())
        .startsWith("run_not_found: this session has no run 'r-nobody'. Its last ones,")
        .contains(" (write).");
    assertThat(folder.resolve("note.txt")).exists();
  }

  @Test
  void aHostAddsCommandsOfItsOwn() {
    var count = own("count", call -> new Done(call.drover().archive().sessions().size() + " open"));
    var commands = Commands.STANDARD.with(count);
    assertThat(commands.run(session, "/count")).isEqualTo(new Done("1 open"));
    assertThat(((Done) commands.run(session, "/help count")).text())
        .isEqualTo("/count [TEXT]  does what a test wants");
    assertThat(commands.find("count")).contains(count);
    assertThat(Commands.STANDARD.find("count")).isEmpty();
  }

  @Test
  void aNameIsTakenOnceAndWellFormed() {
    assertThatThrownBy(() -> Commands.STANDARD.with(own("help", _ -> new Done(""))))
        .isInstanceOf(ConfigurationInvalid.class)
        .hasMessageContaining("two commands are named 'help'");
    for (var wrong : List.of("", "Help", "a/b", "a b", "1st", "/x")) {
      assertThatThrownBy(() -> Commands.STANDARD.with(own(wrong, _ -> new Done(""))))
          .as(wrong)
          .isInstanceOf(ConfigurationInvalid.class);
    }
  }

  @Test
  void aCommandThatThrowsHasFailed() {
    var commands =
        Commands.STANDARD.with(
            own(
                "lost",
                _ -> {
                  throw new RunNotFound(new RunId("r-1"));
                }),
            own(
                "buggy",
                _ -> {
                  throw new IllegalStateException("a bug");
                }));
    assertThat(((Failed) commands.run(session, "/lost")).problem().code())
        .isEqualTo("run_not_found");
    assertThat(((Failed) commands.run(session, "/buggy")).problem().toString())
        .startsWith("command_broke: /buggy failed with java.lang.IllegalStateException: a bug.");
  }
}
