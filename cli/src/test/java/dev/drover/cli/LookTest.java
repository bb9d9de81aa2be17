package dev.drover.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.kernel.CheckOutcome;
import dev.drover.kernel.CheckOutcome.Standing;
import dev.drover.kernel.SessionId;
import dev.drover.kernel.VerificationReport;
import dev.drover.model.script.ScriptedModel;
import dev.drover.runtime.Drover;
import dev.drover.testkit.VirtualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What people see who look at what happened.
class LookTest {
  @TempDir Path place;

  private Desk desk;

  @BeforeEach
  void sitDown() {
    desk = new Desk(place).write("s.yaml", Scripts.LOOK).write("w.yaml", Scripts.WRITE);
  }

  /// Where and when these tests run makes no difference.
  private String plain(Desk.Result result) {
    assertThat(result.err()).isEmpty();
    assertThat(result.exit()).isZero();
    return result
        .out()
        .replace(desk.folder().toString(), "HERE")
        .replaceAll("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d", "DATE AND TIME")
        .replaceAll("\\d\\d:\\d\\d:\\d\\d", "CLOCKED!")
        .replaceAll("DATE AND TIME      ", "DATE AND TIME");
  }

  @Test
  void sessionsAreATable() {
    desk.call("run", "--script", "s.yaml", "--session", "first", "look");
    desk.call("run", "--script", "w.yaml", "--session", "b", "write");
    assertThat(plain(desk.call("sessions")))
        .isEqualTo(
            """
            session  agent  status   opened               events  forked from  workspace
            first    main   idle     DATE AND TIME  9       -            HERE
            b        main   waiting  DATE AND TIME  6       -            HERE
            """);
  }

  @Test
  @Tag("B12")
  void aForkPrintsItsIdAndIsShownWithItsSource() {
    desk.call("run", "--script", "s.yaml", "--session", "first", "look");
    var forked = desk.call("fork", "first", "--at", "4");
    assertThat(forked.exit()).isZero();
    assertThat(forked.out()).matches("s-\\S+\n");
    var id = forked.out().strip();
    desk.call("fork", "first");
    assertThat(desk.call("show", id).out()).contains("source  forked from first at event 4\n");
    assertThat(desk.call("sessions").out()).contains("first at 4", "first at 9");
    var shown = desk.call("show", id, "--json").json().getFirst();
    assertThat(shown.get("source").asString()).isEqualTo("first");
    assertThat(shown.get("forked_at").asLong()).isEqualTo(4);
    assertThat(desk.call("events", id).out().lines().toList())
        .hasSize(5)
        .last()
        .asString()
        .contains("session_forked", "goes on from event 4 of first");
    assertThat(desk.call("replay", id).exit()).isZero();
  }

  @Test
  @Tag("B13")
  void aDiffOfTwoRunsSaysWhereTheyPart() {
    desk.write("one.yaml", "turns: [ {text: \"Red.\", usage: {input: 3, output: 1}} ]");
    desk.write("two.yaml", "turns: [ {text: \"Blue.\", usage: {input: 3, output: 2}} ]");
    desk.call("run", "--script", "one.yaml", "--session", "a", "colour?");
    desk.call("run", "--script", "two.yaml", "--session", "b", "colour?");
    assertThat(plain(desk.call("diff", "r-1", "r-2")))
        .isEqualTo(
            """
            - r-1 in session a, script/one, 1 turn
            + r-2 in session b, script/two, 1 turn
            They part in turn 1.
            model
              - script/one
              + script/two
            turn 1, said
              - Red.
              + Blue.
            answer
              - Red.
              + Blue.
            tokens out
              - 1
              + 2
            """);
    var json = desk.call("diff", "r-1", "r-2", "--json").json().getFirst();
    assertThat(json.get("parts_at_turn").asInt()).isEqualTo(1);
    assertThat(json.get("same").asBoolean()).isFalse();
    assertThat(json.get("differences").size()).isEqualTo(4);
    assertThat(plain(desk.call("diff", "r-1", "r-1"))).endsWith("They are the same.\n");
    assertThat(desk.call("diff", "r-1").exit()).isEqualTo(2);
    assertThat(desk.call("diff", "r-1", "r-9").err()).startsWith("run_not_found: ");
  }

  @Test
  @Tag("B12")
  void aForkAsJsonSaysFromWhere() {
    desk.call("run", "--script", "s.yaml", "--session", "first", "look");
    var line = desk.call("fork", "first", "--json").json().getFirst();
    assertThat(line.get("session").asString()).startsWith("s-");
    assertThat(line.get("source").asString()).isEqualTo("first");
    assertThat(line.get("at").asLong()).isEqualTo(9);
    assertThat(desk.call("fork", "first", "--at", "last").exit()).isEqualTo(2);
    assertThat(desk.call("fork", "first", "--at", "99").err()).startsWith("cursor_invalid: ");
    assertThat(desk.call("fork", "nobody").err()).startsWith("session_not_found: ");
  }

  @Test
  @Tag("H7")
  void aTraceIsOneSpanALine() {
    desk.call("run", "--script", "w.yaml", "--session", "b", "write");
    var spans = desk.call("export", "b", "--trace").json();
    assertThat(spans)
        .extracting(
            span -> span.get("kind").asString(),
            span -> span.get("name").asString(),
            span -> span.get("status").asString())
        .containsExactly(
            tuple("run", "main", "open"),
            tuple("model_call", "script/w", "succeeded"),
            tuple("tool_call", "write", "open"),
            tuple("approval", "write", "open"));
    var question = spans.getLast();
    assertThat(question.get("parent").asString()).isEqualTo(spans.get(2).get("span").asString());
    assertThat(question.get("end").isNull()).isTrue();
    assertThat(spans.get(2).get("attributes").get("verdict").asString()).isEqualTo("ask");
  }

  @Test
  @Tag("H6")
  void aSessionIsShownWithWhatItsChecksCameTo() {
    desk.call("run", "--script", "s.yaml", "--session", "first", "look");
    assertThat(plain(desk.call("show", "first"))).doesNotContain("Verification");
    try (var drover = Drover.embedded(desk.folder().resolve(".drover"))) {
      var session =
          drover
              .agent("main")
              .model(ScriptedModel.parse(Scripts.LOOK, new VirtualTime()))
              .build()
              .open(new SessionId("first"));
      session
          .verification()
          .record(
              VerificationReport.of(
                  "ci",
                  List.of(
                      CheckOutcome.required("unit", "make test", Standing.FAILED),
                      CheckOutcome.optional("page", "the page", Standing.NEEDS_REVIEW))));
    }
    assertThat(plain(desk.call("show", "first")))
        .contains(
            """
              Verification failed: 0 of 2 passed.
                failed        unit  make test
                needs review  page  the page (optional)
            """);
    assertThat(
            desk.call("show", "first", "--json").json().getFirst().get("verification").asString())
        .isEqualTo("failed");
    assertThat(plain(desk.call("events", "first")))
        .contains("verification_recorded failed by ci: unit failed, page needs review");
  }

  @Test
  void aQuestionIsShownWithAllThatIsNeededToAnswerIt() {
    desk.call("run", "--script", "w.yaml", "--session", "b", "write");
    assertThat(plain(desk.call("approvals")))
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
  void runsAreATable() {
    desk.call("run", "--script", "w.yaml", "--session", "b", "write");
    assertThat(plain(desk.call("runs", "b")))
        .isEqualTo(
            """
            run  status   accepted             finished  waiting for    prompt
            r-1  waiting  DATE AND TIME  -         approval b.e2  write
            """);
  }

  @Test
  void eventsAreOneLineEach() {
    desk.call("run", "--script", "w.yaml", "--session", "b", "--approve", "auto", "write");
    assertThat(plain(desk.call("events", "b")))
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
  void showTellsTheStoryOfARun() {
    desk.call("run", "--script", "w.yaml", "--session", "b", "--approve", "auto", "write");
    var story =
        """

        run r-1  completed  DATE AND TIME
          prompt  write
          turn 1  I will write it.
                  ● write note.txt → succeeded: Created 'note.txt' (1 line, 5 bytes). (yes, once by --approve auto)
          turn 2  Done.
          usage   150 tokens in, 25 out, 100 from cache
        """;
    assertThat(plain(desk.call("show", "b")))
        .isEqualTo(
            """
            session b
              agent   main, model script/w
              folder  HERE
              opened  DATE AND TIME
              events  12
              used    150 tokens in, 25 out, 100 from cache
            """
                + story);
    assertThat(plain(desk.call("show", "r-1"))).isEqualTo(story.stripLeading());
  }

  @Test
  @Tag("E6")
  void whatAHookRewroteIsToldWhereverItIsShown() {
    desk.write("rewrite.json", "{\"decision\":\"rewrite\",\"arguments\":{\"path\":\".\"}}")
        .write("prompt.json", "{\"decision\":\"rewrite\",\"prompt\":\"Look here.\"}")
        .writeAtHome(
            ".config/drover/config.yaml",
            "hooks: [ 'here before_tool cat rewrite.json', 'tidy prompt_submit cat prompt.json',"
                + " 'mask after_tool cat mask.json' ]")
        .write("mask.json", "{\"decision\":\"rewrite\",\"text\":\"two files\"}");
    assertThat(desk.call("run", "--script", "s.yaml", "--session", "a", "look").out())
        .contains("(arguments rewritten by hook here)");
    assertThat(plain(desk.call("show", "r-1")))
        .contains("  prompt  Look here.\n          (rewritten by hook tidy)\n")
        .contains("ls . → succeeded")
        .contains("(rewritten by hook here)");
    assertThat(desk.call("show", "r-1", "--json").out())
        .contains("\"rewritten_by\":\"here\"")
        .contains("\"prompt_rewritten_by\":\"tidy\"");
    assertThat(desk.call("events", "a").out())
        .contains("Look here. (rewritten by hook tidy)")
        .contains("ls .")
        .contains("(rewritten by hook here)")
        .contains("two files (rewritten by hook mask)");
  }

  @Test
  @Tag("E6")
  void aPromptThatAHookDeniesIsAnErrorWithItsReason() {
    desk.writeAtHome(".config/drover/config.yaml", "hooks: 'closed prompt_submit false'");
    var refused = desk.call("run", "--script", "s.yaml", "--session", "a", "look");
    assertThat(refused.exit()).isNotZero();
    assertThat(refused.err()).startsWith("prompt_denied: ").contains("hook closed");
    assertThat(desk.call("events", "a").out())
        .contains("prompt_denied      of user by hook closed: ");
  }

  @Test
  void whatIsNotThereIsSaid() {
    desk.call("run", "--script", "s.yaml", "look");
    assertThat(desk.call("show", "none"))
        .isEqualTo(
            new Desk.Result(
                1,
                "",
                "not_found: neither a session nor a run in this store is named none. List them with"
                    + " 'drover sessions' and 'drover runs SESSION'.\n"));
    assertThat(desk.call("runs", "none").err()).startsWith("session_not_found: ");
    assertThat(desk.call("events", "none").exit()).isEqualTo(1);
    assertThat(desk.call("events", "s-1", "--after", "99").err()).startsWith("cursor_invalid: ");
    assertThat(desk.call("cancel", "none").exit()).isEqualTo(1);
  }

  @Test
  void followingGoesOnWithWhatOthersDo() throws Exception {
    desk.call("run", "--script", "w.yaml", "--session", "b", "write");
    var watching = new VirtualTime();
    var follower = new Desk(place).time(watching);
    var printed = new AtomicReference<String>();
    var thread =
        Thread.ofVirtual()
            .start(
                () ->
                    printed.set(
                        follower.call("events", "b", "--follow", "--after", "6").toString()));
    watching.awaitSleepers(1);
    desk.call("cancel", "b");
    // The look that was under way when the run was cancelled may have missed it; the next does not.
    for (int i = 0; i < 2; i++) {
      watching.advance(Duration.ofSeconds(1));
      watching.awaitSleepers(1);
    }
    thread.interrupt();
    thread.join();
    assertThat(printed.get()).contains("run_finished", "cancelled by ada", "exit=130");
  }

  @Test
  void aReplayPerformsNothing() {
    desk.call("run", "--script", "w.yaml", "--session", "b", "--approve", "auto", "write");
    assertThat(plain(desk.call("replay", "b")))
        .isEqualTo("replayed 12 events: the same, 0 model calls and 0 tool calls performed\n");
  }

  @Test
  void aRunThatNobodyDrivesCanBeCancelled() {
    desk.call("run", "--script", "w.yaml", "--session", "b", "write");
    assertThat(plain(desk.call("cancel", "b"))).isEqualTo("✓ cancelled r-1\n");
    assertThat(desk.call("cancel", "b"))
        .isEqualTo(
            new Desk.Result(
                1,
                "",
                "nothing_to_cancel: no run is going in session b. List its runs with 'drover runs"
                    + " b'.\n"));
    assertThat(desk.call("cancel", "r-1").err()).startsWith("nothing_to_cancel: run r-1 is over.");
    assertThat(desk.call("approvals").out()).isEqualTo("Nobody is being asked anything.\n");
  }

  @Test
  void anExportHasTheLargeTextsBeforeTheEventsThatNameThem() {
    var large = "x".repeat(40_000);
    desk.write("large.txt", large)
        .piping(large)
        .call("run", "--script", "s.yaml", "--session", "b", "-");
    var lines = desk.call("export", "b").json();
    assertThat(lines)
        .extracting(line -> line.get("type").asString())
        .startsWith("session_opened", "recipe_adopted", "blob", "run_accepted");
    assertThat(lines.get(2).get("text").asString()).isEqualTo(large);
    assertThat(lines.get(3).get("prompt").get("text").get("blob").asString())
        .isEqualTo(lines.get(2).get("blob").asString());
  }

  @Test
  @Tag("D15")
  void anExportHasTheFilesThatARunChangedAndTheMediaItSaw() throws IOException {
    byte[] binary = {0, -1, 7};
    byte[] picture = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0};
    Files.write(desk.folder().resolve("a.bin"), binary);
    Files.write(desk.folder().resolve("dot.png"), picture);
    desk.write("b.txt", "two\n").write("e.yaml", Scripts.CHANGE);
    desk.call("run", "--script", "e.yaml", "--session", "b", "--approve", "auto", "go");
    var contents = new HashMap<String, byte[]>();
    for (var line : desk.call("export", "b").json()) {
      if (line.get("type").asString().equals("blob")) {
        var content = Base64.getDecoder().decode(line.get("base64").asString());
        assertThat(contents.put(line.get("blob").asString(), content)).isNull();
      }
    }
    assertThat(contents.values())
        .containsExactlyInAnyOrder(
            binary, picture, "two\n".getBytes(UTF_8), "zwei\n".getBytes(UTF_8));
  }

  @Test
  void theDoctorShowsNoKeyAndHidesNothingElse() {
    desk.variable("ANTHROPIC_API_KEY", "sk-secret")
        .variable("DROVER_STROE", "x")
        .writeAtHome(
            ".config/drover/config.yaml",
            "providers: {anthropic: {baseUrl: 'http://127.0.0.1:1'}}");
    var said = plain(desk.call("doctor"));
    assertThat(said)
        .contains("✓ store          HERE/.drover/drover.db (not there yet; the first run makes it)")
        .containsAnyOf("! sandbox        none: ", "✓ sandbox        bubblewrap ")
        .contains("DROVER_STROE in the environment means nothing; did you mean DROVER_STORE?")
        .contains("ANTHROPIC_API_KEY (there, not shown)")
        .doesNotContain("sk-secret");
  }

  @Test
  void aTerminalIsToldNothingItCouldObey() {
    desk.write("evil.yaml", "turns: [ {text: \"red \\e[31m alert\\a\"} ]");
    var result = desk.call("run", "--script", "evil.yaml", "go");
    assertThat(result.out()).contains("red �[31m alert�").doesNotContain("\u001b");
  }
}
