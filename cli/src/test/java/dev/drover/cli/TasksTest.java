package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Delegated work, as seen by the caller of the program.
@Timeout(60)
class TasksTest {
  private static final String GIVES_AWAY =
      """
      turns:
        - calls: [ {tool: task, args: {agent: general, prompt: "Write the note."}} ]
        - text: "All done."
      agents:
        general:
          - calls: [ {tool: write, args: {path: note.txt, content: "hello\\n"}} ]
          - text: "Written."
      """;

  private static final String IN_BACKGROUND =
      """
      turns:
        - calls: [ {tool: task, args: {agent: explore, prompt: "Look.", background: true}} ]
        - text: "On its way."
        - expect: "It is in s.yaml"
          text: "Found it."
      agents:
        explore: [ {text: "It is in s.yaml."} ]
      """;

  @TempDir Path place;

  private CliFixture cli(String script) {
    return new CliFixture(place).write("s.yaml", script);
  }

  @Test
  @Tag("F1")
  void aChildsAnswerIsTheOutcomeOfTheCall() {
    var cli =
        cli(
            """
            turns:
              - calls: [ {tool: task, args: {agent: explore, prompt: "Where?"}} ]
              - expect: "line 3"
                text: "In line 3."
            agents:
              explore: [ {text: "It is in calc.sh, line 3."} ]
            """);
    var result = cli.call("run", "--script", "s.yaml", "--session", "a", "find it");
    assertThat(result.err()).isEmpty();
    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .contains("● task ", " is worked on in a-e2", "│ It is in calc.sh, line 3.", "In line 3.");
  }

  @Test
  @Tag("F5")
  void usageOfAllSessionsIsShownWithItsTotal() {
    var cli =
        cli(
            """
            turns:
              - calls: [ {tool: task, args: {agent: explore, prompt: "Where?"}} ]
                usage: {input: 1000, output: 50}
              - text: "In line 3."
                usage: {input: 200, output: 10, cacheRead: 900}
            agents:
              explore: [ {text: "It is in line 3.", usage: {input: 3000, output: 7}} ]
            """);
    cli.write("drover.yaml", "prices: [\"script/s 1.00 2.00 0.10 1.00\"]\n").trusted();
    cli.call("run", "--script", "s.yaml", "--session", "a", "find it");
    assertThat(cli.call("cost", "a").out())
        .isEqualTo(
            """
            source        session  model     input  output  reasoning  cache read  cache write  money
            main          a        script/s  1,200  60      0          900         0            0.00141
            main/explore  a-e2     script/s  3,000  7       0          0           0            0.003014
            total         -        -         4,200  67      0          900         0            0.004424
            """);
    assertThat(cli.call("cost", "a", "--json").out().lines().toList().getLast())
        .isEqualTo(
            "{\"source\":\"total\",\"session\":null,\"model\":null,\"input\":4200,\"output\":67,\"reasoning\":0,"
                + "\"cache_read\":900,\"cache_write\":0,\"money\":\"0.004424\"}");
    assertThat(cli.call("cost", "nobody").exit()).isNotZero();
  }

  @Test
  @Tag("F2")
  void aChildsQuestionParksTheRunAndNamesTheChild() {
    var cli = cli(GIVES_AWAY);
    var parked = cli.call("run", "--script", "s.yaml", "--session", "a", "go");
    assertThat(parked.exit()).isEqualTo(3);
    assertThat(parked.out())
        .contains(
            """
            ? write  general (asked by main) wants to use write (default): no rule is about `note.txt`
              │ note.txt (1 line, 6 bytes)
              │ hello

            The run waits for an answer. Give it, here or elsewhere, then go on:
              drover approve a-e2.e2   (or deny)
              drover resume a --script s.yaml
            """);
    assertThat(cli.call("runs", "a").out()).contains("task a-e2, which waits for approval a-e2.e2");
    assertThat(cli.call("approvals").out()).contains("general (asked by main) wants to use write");
    assertThat(cli.call("approve", "a-e2.e2").exit()).isZero();
    var resumed = cli.call("resume", "--script", "s.yaml");
    assertThat(resumed.exit()).as(resumed.toString()).isZero();
    assertThat(resumed.err()).isEmpty();
    assertThat(resumed.out()).contains("│ Written.", "All done.");
    assertThat(cli.folder().resolve("note.txt")).hasContent("hello");
  }

  @Test
  @Tag("F2")
  void resumingAnUnansweredRunParksItAgain() {
    var cli = cli(GIVES_AWAY);
    cli.call("run", "--script", "s.yaml", "--session", "a", "go");
    var again = cli.call("resume", "a-e2", "--script", "s.yaml");
    assertThat(again.exit()).isEqualTo(3);
    assertThat(again.out()).contains("general (asked by main)", "drover approve a-e2.e2");
  }

  @Test
  @Tag("F2")
  void thePersonAtTheTerminalAnswersForChildren() {
    var cli = cli(GIVES_AWAY).typing("y\n");
    var result = cli.call("run", "--script", "s.yaml", "--session", "a", "go");
    assertThat(result.exit()).as(result.toString()).isZero();
    assertThat(result.out()).contains("general (asked by main) wants to use write", "All done.");
    assertThat(cli.folder().resolve("note.txt")).hasContent("hello");
  }

  @Test
  @Tag("F2")
  void autoApprovesForChildren() {
    var cli = cli(GIVES_AWAY);
    assertThat(cli.call("run", "--script", "s.yaml", "--approve", "auto", "go").exit()).isZero();
    assertThat(cli.folder().resolve("note.txt")).hasContent("hello");
  }

  @Test
  @Tag("F3")
  void aRunIsWatchedUntilItsBackgroundTasksHaveEnded() {
    var cli = cli(IN_BACKGROUND);
    var result = cli.call("run", "--script", "s.yaml", "--session", "a", "--quiet", "go");
    assertThat(result.exit()).as(result.toString()).isZero();
    assertThat(result.out()).matches("(On its way\\.\n)?(Found it\\.\n)?").isNotEmpty();
    // The run receives the result if it is still going, otherwise another run begins: both are over
    // now.
    assertThat(cli.call("events", "a", "--json").out())
        .contains("\"type\":\"task_ended\"", "It is in s.yaml.");
    assertThat(cli.call("resume", "--script", "s.yaml").out()).isEqualTo("Nothing to resume.\n");
  }

  @Test
  @Tag("F3")
  void aRunStartedByAnEndedTaskIsWatchedToo() {
    var cli =
        cli(
            """
            turns:
              - calls: [ {tool: task, args: {agent: general, prompt: "Look.", background: true}} ]
              - text: "On its way."
              - calls: [ {tool: bash, args: {command: "sleep 0.2"}} ]
              - text: "Found it."
            agents:
              general:
                - calls: [ {tool: bash, args: {command: "sleep 0.2"}} ]
                - text: "It is in s.yaml."
            """);
    var result = cli.call("run", "--script", "s.yaml", "--quiet", "--approve", "auto", "go");
    assertThat(result.exit()).as(result.toString()).isZero();
    // On a busy machine the task may end before the run, which then says nothing in between.
    assertThat(result.out()).endsWith("Found it.\n");
  }

  @Test
  @Tag("H4")
  void tasksAreListedAndInvalidCancelsAreReported() {
    var cli = cli(GIVES_AWAY);
    cli.call("run", "--script", "s.yaml", "--session", "a", "--approve", "auto", "go");
    var result =
        cli.piping("/tasks\n/tasks cancel a-e2\n/tasks cancel b\n/tasks now\n")
            .call("chat", "--script", "s.yaml", "--session", "a", "--quiet");
    assertThat(result.out())
        .isEqualTo(
            """
            a-e2  completed  general  Write the note.  (0 tokens in, 0 out)
            Task a-e2 is over already.
            """);
    assertThat(result.err())
        .isEqualTo(
            """
            task_not_found: this session has no task 'b'. List them with /tasks.
            argument_unexpected: /tasks has no use for 'now'. Say /tasks alone, or /tasks cancel and the name of a task.
            """);
  }

  @Test
  @Tag("F1")
  @Tag("F2")
  void aWorkspaceFileMayRestrictToolsButNeverGrantThem() {
    var cli =
        cli("""
        turns:
          - calls:
            - {tool: task, args: {agent: writer, prompt: "Write."}}
            - {tool: task, args: {agent: reader, prompt: "Write."}}
          - text: "So be it."
        agents:
          writer:
            - calls: [ {tool: write, args: {path: note.txt, content: "hello\\n"}} ]
            - expect: "policy refuses it"
              text: "I may not."
          reader:
            - calls: [ {tool: write, args: {path: other.txt, content: "hello\\n"}} ]
            - expect: "there is no tool 'write'"
              text: "I cannot."
        """)
            .write("drover.yaml", "deny: [\"write(note.txt)\"]\n")
            .write(
                ".claude/agents/writer.md",
                """
                ---
                name: writer
                description: writes whatever it likes
                tools: Write
                permissionMode: bypassPermissions
                ---
                Write without asking.
                """)
            .write(
                ".drover/agents/reader.yaml",
                "description: reads\ninstructions: Read.\ntools: [read]\n")
            .write(".drover/agents/broken.yaml", "description: d\ninstruct: Go.\n")
            .trusted();
    var result = cli.call("run", "--script", "s.yaml", "--session", "a", "--approve", "auto", "go");
    assertThat(result.exit()).as(result.toString()).isZero();
    assertThat(result.out()).contains("│ I may not.", "│ I cannot.", "So be it.");
    assertThat(result.err())
        .isEqualTo(
            "agent_file_unusable: %s/.drover/agents/broken.yaml:2: there is no key 'instruct'. Did"
                    .formatted(cli.folder())
                + " you mean 'instructions'? There are: name, description, instructions, tools,"
                + " deny, model, fallback, max-turns.\n");
    assertThat(cli.folder().resolve("note.txt")).doesNotExist();
    assertThat(cli.folder().resolve("other.txt")).doesNotExist();
  }
}
