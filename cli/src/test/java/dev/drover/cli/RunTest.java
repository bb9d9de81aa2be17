package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.time.Time;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `run` and `resume` as seen by their callers.
class RunTest {
  @TempDir Path place;

  private CliFixture cli(String script) {
    return new CliFixture(place).write("s.yaml", script);
  }

  @Test
  void aRunIsShownFromPromptToAnswer() {
    var result = cli(CliScripts.LOOK).call("run", "--script", "s.yaml", "--session", "a", "look");
    assertThat(result)
        .isEqualTo(
            new CliFixture.Result(
                0,
                """
                session a, model script/s

                Let me look.

                ● ls
                  │ s.yaml
                  │ [rows 1-1 of 1 (names); there are no more]

                I see.

                ✓ completed · 2 turns · 150 tokens in, 25 out · 0.0 s
                """,
                ""));
  }

  @Test
  @Tag("J7")
  void aTruncatedAnswerIsNotShownAsCompleted() {
    var cli = cli("turns: [{text: Do not, stop: length, usage: {input: 5, output: 2}}]");
    assertThat(cli.call("run", "--script", "s.yaml", "--session", "a", "Shall I?"))
        .isEqualTo(
            new CliFixture.Result(
                4,
                """
                session a, model script/s

                Do not

                (reply cut by the output limit)
                ✗ answer cut by the output limit · 1 turn · 5 tokens in, 2 out · 0.0 s
                """,
                """
                answer_cut: the model's output limit was reached before the answer was complete. \
                Ask it to go on, ask for less at once, or allow the model a longer reply.
                """));
    var run = cli.call("runs", "a", "--json").json().getFirst().get("run").asString();
    assertThat(cli.plain(cli.call("show", run)))
        .contains("  answer cut by the output limit  ")
        .contains("  reply cut by the output limit\n")
        .doesNotContain("completed");
    var shown = cli.call("show", run, "--json").json().getFirst();
    assertThat(shown.get("status").asString()).isEqualTo("completed");
    assertThat(shown.get("ending").asString()).isEqualTo("cut");
    assertThat(cli.call("events", "a").out())
        .contains("answer cut by the output limit: Do not (5 tokens in, 2 out)");
  }

  @Test
  @Tag("J7")
  void anEmptyAnswerIsReportedInEveryFormat() {
    var cli = cli("turns: [{text: \"\"}]");
    var readable = cli.call("run", "--script", "s.yaml", "--session", "a", "Well?");
    assertThat(readable.exit()).isEqualTo(4);
    assertThat(readable.out()).contains("✗ answer empty").doesNotContain("completed");
    var told =
        "answer_empty: the model ended its reply without a word. Ask again, or ask another"
            + " model.\n";
    assertThat(readable.err()).isEqualTo(told);
    assertThat(cli.call("run", "--script", "s.yaml", "--session", "b", "--quiet", "Well?"))
        .isEqualTo(new CliFixture.Result(4, "", told));
    var json = cli.call("run", "--script", "s.yaml", "--session", "c", "--json", "Well?");
    assertThat(json.exit()).isEqualTo(4);
    assertThat(json.json().getLast().get("type").asString()).isEqualTo("run_finished");
    assertThat(json.json().getLast().get("ending").asString()).isEqualTo("empty");
  }

  @Test
  @Tag("J7")
  void callsOfATruncatedReplyAreShownAsNotExecuted() {
    var cli =
        cli(
            "turns: [{calls: [{tool: write, args: {path: a.txt, content: x}}], stop: length},"
                + " {text: Too long.}]");
    var result =
        cli.call("run", "--script", "s.yaml", "--session", "a", "--approve", "auto", "Write.");
    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("(reply cut by the output limit; its calls are not made)");
    assertThat(cli.folder().resolve("a.txt")).doesNotExist();
  }

  @Test
  void withoutATerminalARunThatNeedsApprovalIsParked() {
    var cli = cli(CliScripts.WRITE);
    var result = cli.call("run", "--script", "s.yaml", "--session", "a", "write");
    assertThat(result)
        .isEqualTo(
            new CliFixture.Result(
                3,
                """
                session a, model script/s

                I will write it.

                ? write note.txt  main wants to use write (default): no rule is about `note.txt`
                  │ note.txt (1 line, 5 bytes)
                  │ hello

                The run waits for an answer. Give it, here or elsewhere, then go on:
                  drover approve a.e2   (or deny)
                  drover resume a --script s.yaml
                """,
                ""));
    assertThat(cli.folder().resolve("note.txt")).doesNotExist();
  }

  @Test
  void aParkedRunContinuesAfterApproval() {
    var cli = cli(CliScripts.WRITE);
    cli.call("run", "--script", "s.yaml", "--session", "a", "write");
    var approved = cli.call("approve", "a.e2");
    assertThat(approved.exit()).isZero();
    assertThat(approved.out())
        .isEqualTo(
            """
            ✓ approved a.e2
              No process drives the run. Continue it, with script/s: drover resume a --script FILE
            """);
    var resumed = cli.call("resume", "a", "--script", "s.yaml");
    assertThat(resumed)
        .isEqualTo(
            new CliFixture.Result(
                0,
                """
                session a: write

                ? write note.txt
                  ✓ yes (ada)
                ● write note.txt
                  │ Created 'note.txt' (1 line, 5 bytes).

                Done.

                ✓ completed · 150 tokens in, 25 out, 100 from cache
                """,
                ""));
    assertThat(cli.folder().resolve("note.txt")).hasContent("hello");
  }

  @Test
  void resumingAnUnansweredRunParksItAgain() {
    var cli = cli(CliScripts.WRITE);
    cli.call("run", "--script", "s.yaml", "--session", "a", "write");
    var resumed = cli.call("resume", "--script", "s.yaml");
    assertThat(resumed.exit()).isEqualTo(3);
    assertThat(resumed.out()).contains("? write note.txt").contains("drover approve a.e2");
  }

  @Test
  void aDeniedCallIsShownToTheModelAndTheRunGoesOn() {
    var cli = cli(CliScripts.WRITE);
    cli.call("run", "--script", "s.yaml", "--session", "a", "write");
    assertThat(cli.call("deny", "a.e2", "--reason", "not today").out())
        .startsWith("✓ denied a.e2\n");
    var resumed = cli.call("resume", "--script", "s.yaml");
    assertThat(resumed.exit()).isZero();
    assertThat(resumed.out()).contains("  ✗ no (ada): not today\n").doesNotContain("denied by");
    assertThat(cli.folder().resolve("note.txt")).doesNotExist();
  }

  @Test
  void denyAndStopCancelsTheRun() {
    var cli = cli(CliScripts.WRITE);
    cli.call("run", "--script", "s.yaml", "--session", "a", "write");
    cli.call("deny", "a.e2", "--stop");
    assertThat(cli.call("resume", "--script", "s.yaml").exit()).isEqualTo(130);
  }

  @Test
  void theFirstAnswerCounts() {
    var cli = cli(CliScripts.WRITE);
    cli.call("run", "--script", "s.yaml", "--session", "a", "write");
    cli.call("deny", "a.e2");
    assertThat(cli.call("approve", "a.e2").err()).startsWith("approval_answered: ada answered");
    cli.call("resume", "--script", "s.yaml");
    assertThat(cli.folder().resolve("note.txt")).doesNotExist();
    var late = cli.call("approve", "a.e2");
    assertThat(late.exit()).isEqualTo(1);
    assertThat(late.err()).startsWith("approval_answered: ada answered a.e2 first, at ");
  }

  @Test
  void autoApprovesAndShowsIt() {
    var result = cli(CliScripts.WRITE).call("run", "--script", "s.yaml", "--approve", "auto", "go");
    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("  ✓ yes (--approve auto)\n");
  }

  @Test
  void denyModeDeniesAndShowsIt() {
    var result = cli(CliScripts.WRITE).call("run", "--script", "s.yaml", "--approve", "deny", "go");
    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("  ✗ no (--approve deny): nobody may say yes here\n");
  }

  @Test
  void quietPrintsOnlyTheAnswer() {
    var result = cli(CliScripts.LOOK).call("run", "--script", "s.yaml", "--quiet", "look");
    assertThat(result).isEqualTo(new CliFixture.Result(0, "I see.\n", ""));
  }

  @Test
  void aPromptMayComeFromStandardInput() {
    var cli = cli(CliScripts.LOOK).piping("look\naround\n");
    assertThat(cli.call("run", "--script", "s.yaml", "--session", "a", "-").exit()).isZero();
    assertThat(cli.call("show", "a").out()).contains("prompt  look around\n");
  }

  @Test
  void aFailedRunReportsTheReasonOnStandardError() {
    var cli = cli("turns: [ {text: hi, expect: nothing} ]");
    var result = cli.call("run", "--script", "s.yaml", "go");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.out()).endsWith("✗ failed: script_expectation_failed · 0.0 s\n");
    assertThat(result.err()).startsWith("script_expectation_failed: ").hasLineCount(1);
  }

  @Test
  void limitsHaveAnExitCodeOfTheirOwn() {
    var cli = cli(CliScripts.LOOK);
    var turns = cli.call("run", "--script", "s.yaml", "--max-turns", "1", "--quiet", "go");
    assertThat(turns)
        .isEqualTo(
            new CliFixture.Result(
                4,
                "I see.\n",
                "out_of_turns: the run used its 1 turns before the model was done. Send another"
                    + " prompt to go on, or allow more turns.\n"));
    var budget = cli.call("run", "--script", "s.yaml", "--budget", "50", "--quiet", "go");
    assertThat(budget.exit()).isEqualTo(4);
    assertThat(budget.err()).startsWith("budget_exhausted: the run has used 120 of its 50 tokens.");
  }

  @Test
  void textOfAFailedAttemptIsMarkedVoid() {
    var cli =
        cli("turns: [ {text: Hello there.} ]\nfaults: {1: [ {cut: after-text} ]}")
            .time(Time.system());
    var result = cli.call("run", "--script", "s.yaml", "go");
    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .containsSubsequence(
            "Hello there.\n",
            "! script/s ends its stream at turn 1 without an end marker (attempt 1; the next at ",
            "; what it said is void)",
            "Hello there.\n",
            "✓ completed");
  }

  private void onceARunIsThere(Runnable press) {
    Thread.ofVirtual()
        .start(
            () -> {
              var other = new CliFixture(place);
              while (!other.call("runs", "a", "--json").out().contains("r-1")) {
                Thread.onSpinWait();
              }
              press.run();
            });
  }

  @Test
  @Tag("B4")
  void ctrlCBeforeTheRunStartsLeavesNothingBehind() {
    var cli = cli(CliScripts.ENDLESS).interruptedBy(Runnable::run);
    var result = cli.call("run", "--script", "s.yaml", "--session", "a", "count");
    assertThat(result).isEqualTo(new CliFixture.Result(130, "", ""));
    assertThat(cli.call("sessions", "--json").out()).isEmpty();
  }

  @Test
  void ctrlCCancelsTheRun() {
    var cli = cli(CliScripts.ENDLESS).interruptedBy(this::onceARunIsThere);
    var result = cli.call("run", "--script", "s.yaml", "--session", "a", "count");
    assertThat(result.exit()).isEqualTo(130);
    assertThat(result.out()).contains("✗ cancelled by ada: Ctrl-C");
    assertThat(cli.call("events", "a", "--json").types()).endsWith("run_finished");
    assertThat(cli.call("runs", "a", "--json").json().getFirst().get("status").asString())
        .isEqualTo("cancelled");
  }

  @Test
  void aSessionAcceptsAnotherPrompt() {
    var cli = cli("turns: [ {text: first}, {text: second} ]");
    cli.call("run", "--script", "s.yaml", "--session", "a", "--quiet", "one");
    assertThat(cli.call("run", "--script", "s.yaml", "--session", "a", "--quiet", "two").out())
        .isEqualTo("second\n");
  }

  @Test
  void aSessionWithAnUnfinishedRunRefusesAnotherRun() {
    var cli = cli(CliScripts.WRITE);
    cli.call("run", "--script", "s.yaml", "--session", "a", "write");
    var second = cli.call("run", "--script", "s.yaml", "--session", "a", "write");
    assertThat(second)
        .isEqualTo(
            new CliFixture.Result(
                1,
                "",
                "session_busy: run r-1 of session a is not over. Go on with it ('drover resume a'),"
                    + " or end it ('drover cancel a').\n"));
  }

  @Test
  void resumeRequiresTheOriginalModel() {
    var cli = cli(CliScripts.WRITE).write("other.yaml", CliScripts.LOOK);
    cli.call("run", "--script", "s.yaml", "--session", "a", "write");
    assertThat(cli.call("resume"))
        .isEqualTo(
            new CliFixture.Result(
                2,
                "",
                "model_needed: session a was begun with script/s, and no model was given. Give the"
                    + " same: drover resume a --script FILE.\n"));
    assertThat(cli.call("resume", "--script", "other.yaml").err())
        .startsWith("model_differs: session a was begun with script/s, not with script/other.");
  }

  @Test
  void resumeLeavesOtherAgentsAlone() {
    var cli = cli(CliScripts.WRITE);
    cli.call("run", "--script", "s.yaml", "--session", "a", "--agent", "clerk", "write");
    var all = cli.call("resume", "--script", "s.yaml");
    assertThat(all.exit()).isZero();
    assertThat(all.err()).startsWith("skipped: session a belongs to agent 'clerk'.");
    var one = cli.call("resume", "a", "--script", "s.yaml");
    assertThat(one.exit()).isEqualTo(2);
    assertThat(one.err()).startsWith("agent_differs: ");
    assertThat(cli.call("resume", "none", "--script", "s.yaml").exit()).isEqualTo(1);
  }

  @Test
  void aSessionIsRefusedInAnotherFolder() throws Exception {
    var cli = cli(CliScripts.LOOK);
    cli.call("run", "--script", "s.yaml", "--session", "a", "look");
    var elsewhere = Files.createDirectory(cli.folder().resolve("sub")).toString();
    var result =
        cli.call(
            "run",
            "--script",
            "s.yaml",
            "--session",
            "a",
            "--store",
            ".drover/drover.db",
            "--workspace",
            elsewhere,
            "look");
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).startsWith("workspace_differs: ");
  }
}
