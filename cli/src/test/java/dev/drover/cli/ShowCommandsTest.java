package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
import dev.drover.kernel.event.VerificationReport;
import dev.drover.kernel.event.VerificationReport.Check.Status;
import dev.drover.kernel.value.SessionId;
import dev.drover.model.script.ScriptedModel;
import dev.drover.testkit.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands that show past work.
class ShowCommandsTest {
  @TempDir Path place;
  private CliFixture cli;

  @BeforeEach
  void sitDown() {
    cli = new CliFixture(place).write("s.yaml", CliScripts.LOOK).write("w.yaml", CliScripts.WRITE);
  }

  @Test
  void sessionsAreListedAsATable() {
    cli.call("run", "--script", "s.yaml", "--session", "first", "look");
    cli.call("run", "--script", "w.yaml", "--session", "b", "write");
    assertThat(cli.plain(cli.call("sessions")))
        .isEqualTo(
            """
            session  agent  status   opened               events  forked from  workspace
            first    main   idle     DATE AND TIME  9       -            HERE
            b        main   waiting  DATE AND TIME  6       -            HERE
            """);
  }

  @Test
  @Tag("H6")
  void aSessionIsShownWithTheResultsOfItsChecks() {
    cli.call("run", "--script", "s.yaml", "--session", "first", "look");
    assertThat(cli.plain(cli.call("show", "first"))).doesNotContain("Verification");
    try (var drover = Drover.embedded(cli.folder().resolve(".drover"))) {
      var session =
          drover
              .agent("main")
              .model(ScriptedModel.parse(CliScripts.LOOK, new VirtualTime()))
              .build()
              .open(new SessionId("first"));
      session
          .verification()
          .record(
              VerificationReport.of(
                  "ci",
                  List.of(
                      VerificationReport.Check.required("unit", "make test", Status.FAILED),
                      VerificationReport.Check.optional("page", "the page", Status.NEEDS_REVIEW))));
    }
    assertThat(cli.plain(cli.call("show", "first")))
        .contains(
            """
              Verification failed: 0 of 2 passed.
                failed        unit  make test
                needs review  page  the page (optional)
            """);
    assertThat(cli.call("show", "first", "--json").json().getFirst().get("verification").asString())
        .isEqualTo("failed");
    assertThat(cli.plain(cli.call("events", "first")))
        .contains("verification_recorded failed by ci: unit failed, page needs review");
  }

  @Test
  void aQuestionIsShownWithAllThatIsNeededToAnswerIt() {
    cli.call("run", "--script", "w.yaml", "--session", "b", "write");
    assertThat(cli.plain(cli.call("approvals")))
        .isEqualTo(
            """
            approval b.e2 write
              asked      DATE AND TIME by run r-1
              why        main wants to use write (default): no rule is about `note.txt`
              arguments  {"path":"note.txt","content":"hello"}
              answer     anybody, for as long as it takes
              grant      write(=note.txt)
                note.txt (1 line, 5 bytes)
                hello
            """);
  }

  @Test
  void runsAreListedAsATable() {
    cli.call("run", "--script", "w.yaml", "--session", "b", "write");
    assertThat(cli.plain(cli.call("runs", "b")))
        .isEqualTo(
            """
            run  status   accepted             finished  waiting for    prompt
            r-1  waiting  DATE AND TIME  -         approval b.e2  write
            """);
  }

  @Test
  void eachEventIsPrintedOnOneLine() {
    cli.call("run", "--script", "w.yaml", "--session", "b", "--approve", "auto", "write");
    assertThat(cli.plain(cli.call("events", "b")))
        .isEqualTo(
            """
                1  CLOCKED!  session_opened     main in HERE
                2  CLOCKED!  recipe_adopted     script/w with artifact, bash, edit, fetch, glob, grep, ls, patch, process, read, task, todo, write
                3  CLOCKED!  run_accepted       r-1 write
                4  CLOCKED!  model_replied      e1 I will write it. → write note.txt
                5  CLOCKED!  tools_planned      e2 write note.txt (ask: default)
                6  CLOCKED!  approval_requested e2 main wants to use write (default): no rule is about `note.txt`
                7  CLOCKED!  approval_answered  e2 yes, once by --approve auto
                8  CLOCKED!  tool_started       e2 write note.txt
                9  CLOCKED!  files_touched      e2 note.txt
               10  CLOCKED!  tool_settled       e2 succeeded: Created 'note.txt' (1 line, 5 bytes).
               11  CLOCKED!  model_replied      e3 Done.
               12  CLOCKED!  run_finished       completed: Done. (150 tokens in, 25 out, 100 from cache)
            """);
  }

  @Test
  void showPrintsTheTranscriptOfARun() {
    cli.call("run", "--script", "w.yaml", "--session", "b", "--approve", "auto", "write");
    var transcript =
        """

        run r-1  completed  DATE AND TIME
          prompt  write
          turn 1  I will write it.
                  ● write note.txt → succeeded: Created 'note.txt' (1 line, 5 bytes). (yes, once by --approve auto)
          turn 2  Done.
          usage   150 tokens in, 25 out, 100 from cache
        """;
    assertThat(cli.plain(cli.call("show", "b")))
        .isEqualTo(
            """
            session b
              agent   main, model script/w
              folder  HERE
              opened  DATE AND TIME
              events  12
              used    150 tokens in, 25 out, 100 from cache
            """
                + transcript);
    assertThat(cli.plain(cli.call("show", "r-1"))).isEqualTo(transcript.stripLeading());
  }

  @Test
  @Tag("E6")
  void hookRewritesAreMarkedInEveryView() {
    cli.write("rewrite.json", "{\"decision\":\"rewrite\",\"arguments\":{\"path\":\".\"}}")
        .write("prompt.json", "{\"decision\":\"rewrite\",\"prompt\":\"Look here.\"}")
        .writeAtHome(
            ".config/drover/config.yaml",
            "hooks: [ 'here before_tool cat rewrite.json', 'tidy prompt_submit cat prompt.json',"
                + " 'mask after_tool cat mask.json' ]")
        .write("mask.json", "{\"decision\":\"rewrite\",\"text\":\"two files\"}");
    assertThat(cli.call("run", "--script", "s.yaml", "--session", "a", "look").out())
        .contains("(arguments rewritten by hook here)");
    assertThat(cli.plain(cli.call("show", "r-1")))
        .contains("  prompt  Look here.\n          (rewritten by hook tidy)\n")
        .contains("ls . → succeeded")
        .contains("(rewritten by hook here)");
    assertThat(cli.call("show", "r-1", "--json").out())
        .contains("\"rewritten_by\":\"here\"")
        .contains("\"prompt_rewritten_by\":\"tidy\"");
    assertThat(cli.call("events", "a").out())
        .contains("Look here. (rewritten by hook tidy)")
        .contains("ls .")
        .contains("(rewritten by hook here)")
        .contains("two files (rewritten by hook mask)");
  }

  @Test
  @Tag("E6")
  void aPromptDeniedByAHookIsReportedWithItsReason() {
    cli.writeAtHome(".config/drover/config.yaml", "hooks: 'closed prompt_submit false'");
    var refused = cli.call("run", "--script", "s.yaml", "--session", "a", "look");
    assertThat(refused.exit()).isNotZero();
    assertThat(refused.err()).startsWith("prompt_denied: ").contains("hook closed");
    assertThat(cli.call("events", "a").out())
        .contains("prompt_denied      of user by hook closed: ");
  }

  @Test
  void missingSessionsAndRunsAreReported() {
    cli.call("run", "--script", "s.yaml", "look");
    assertThat(cli.call("show", "none"))
        .isEqualTo(
            new CliFixture.Result(
                1,
                "",
                "not_found: neither a session nor a run in this store is named none. List them with"
                    + " 'drover sessions' and 'drover runs SESSION'.\n"));
    assertThat(cli.call("runs", "none").err())
        .isEqualTo(
            "session_not_found: no session none is in this store. List the sessions there are with"
                + " 'drover sessions'.\n");
    assertThat(cli.call("events", "none").exit()).isEqualTo(1);
    assertThat(cli.call("events", "s-1", "--after", "99").err())
        .startsWith("cursor_invalid: ")
        .endsWith(" List the events there are with 'drover events SESSION'.\n");
    assertThat(cli.call("cancel", "none").exit()).isEqualTo(1);
  }

  @Test
  void followPrintsEventsOfOtherProcesses() throws Exception {
    cli.call("run", "--script", "w.yaml", "--session", "b", "write");
    var watching = new VirtualTime();
    var follower = new CliFixture(place).time(watching);
    var printed = new AtomicReference<String>();
    var thread =
        Thread.ofVirtual()
            .start(
                () ->
                    printed.set(
                        follower.call("events", "b", "--follow", "--after", "6").toString()));
    watching.awaitSleepers(1);
    cli.call("cancel", "b");
    // The read in progress during the cancellation may have missed it; the next one does not.
    for (int i = 0; i < 2; i++) {
      watching.advance(Duration.ofSeconds(1));
      watching.awaitSleepers(1);
    }
    thread.interrupt();
    thread.join();
    assertThat(printed.get()).contains("run_finished", "cancelled by ada", "exit=130");
  }

  @Test
  void aRunWithoutADrivingProcessCanBeCancelled() {
    cli.call("run", "--script", "w.yaml", "--session", "b", "write");
    assertThat(cli.plain(cli.call("cancel", "b"))).isEqualTo("✓ cancelled r-1\n");
    assertThat(cli.call("cancel", "b"))
        .isEqualTo(
            new CliFixture.Result(
                1,
                "",
                "nothing_to_cancel: no run is going in session b. List its runs with 'drover runs"
                    + " b'.\n"));
    assertThat(cli.call("cancel", "r-1").err()).startsWith("nothing_to_cancel: run r-1 is over.");
    assertThat(cli.call("approvals").out()).isEqualTo("No question is open.\n");
  }

  @Test
  void theDoctorHidesOnlyKeys() {
    cli.variable("ANTHROPIC_API_KEY", "sk-secret")
        .variable("DROVER_STROE", "x")
        .writeAtHome(
            ".config/drover/config.yaml",
            "providers: {anthropic: {baseUrl: 'http://127.0.0.1:1'}}");
    var said = cli.plain(cli.call("doctor"));
    assertThat(said)
        .contains("✓ store          HERE/.drover/drover.db (not there yet; the first run makes it)")
        .containsAnyOf("! sandbox        none: ", "✓ sandbox        bubblewrap ")
        .contains("DROVER_STROE in the environment is not a setting; did you mean DROVER_STORE?")
        .contains("ANTHROPIC_API_KEY (there, not shown)")
        .doesNotContain("sk-secret");
  }

  @Test
  void noControlSequencesReachTheTerminal() {
    cli.write("evil.yaml", "turns: [ {text: \"red \\e[31m alert\\a\"} ]");
    var result = cli.call("run", "--script", "evil.yaml", "go");
    assertThat(result.out()).contains("red ⟨U+001B⟩[31m alert⟨U+0007⟩").doesNotContain("\u001b");
  }
}
