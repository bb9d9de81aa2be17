package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.time.Time;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A person at the terminal is asked, and answers.
class TerminalApprovalTest {
  @TempDir Path place;

  private CliFixture cli;

  @BeforeEach
  void sitDown() {
    cli = new CliFixture(place).write("s.yaml", CliScripts.WRITE);
  }

  private CliFixture.Result answered(String typed) {
    return cli.typing(typed).call("run", "--script", "s.yaml", "--session", "a", "write");
  }

  @Test
  void yesExecutesTheCall() {
    var result = answered("y\n");
    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .contains("\n? [y]es  [n]o  [v]iew all  for this [s]ession  [a]lways > ")
        .contains("  ✓ yes (ada)\n● write note.txt\n");
    assertThat(place.resolve("work/note.txt")).hasContent("hello");
  }

  @Test
  void noWithAReasonIsShownToTheModel() {
    var result = answered("n use another name\n");
    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("  ✗ no (ada): use another name\n");
    assertThat(place.resolve("work/note.txt")).doesNotExist();
  }

  @Test
  void anInvalidAnswerIsAskedAgain() {
    var result = answered("what?\nyes\n");
    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("  y, n, v, s or a; a reason may follow n");
  }

  @Test
  void alwaysAppliesToLaterRuns() {
    assertThat(answered("a\n").out()).contains("  ✓ yes, always (ada)\n");
    var later = cli.piping("").call("run", "--script", "s.yaml", "write");
    assertThat(later.exit()).isZero();
    assertThat(later.out()).doesNotContain("?");
  }

  @Test
  void anApprovalForTheSessionAppliesInThatSessionOnly() {
    assertThat(answered("s\n").out()).contains("  ✓ yes, for this session (ada)\n");
    assertThat(cli.piping("").call("run", "--script", "s.yaml", "write").exit()).isEqualTo(3);
  }

  @Test
  void leavingKeepsTheRunWaiting() {
    var result = answered("");
    assertThat(result.exit()).isEqualTo(3);
    assertThat(result.out()).contains("drover approve a.e2");
  }

  @Test
  void severalQuestionsAreAskedOneAfterTheOther() {
    cli.write(
        "s.yaml",
        """
        turns:
          - calls:
              - {tool: write, args: {path: one.txt, content: "1"}}
              - {tool: write, args: {path: two.txt, content: "2"}}
          - text: "Done."
        """);
    var result = answered("y\nn too many\n");
    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("✓ yes (ada)", "✗ no (ada): too many", "Done.");
    assertThat(place.resolve("work/one.txt")).exists();
    assertThat(place.resolve("work/two.txt")).doesNotExist();
  }

  @Test
  void anAnswerFromAnotherProcessIsAccepted() throws Exception {
    var time = Time.system();
    var running = new AtomicReference<CliFixture.Result>();
    var person = cli.time(time).silent();
    var thread =
        Thread.ofVirtual()
            .start(
                () ->
                    running.set(
                        person.call("run", "--script", "s.yaml", "--session", "a", "write")));
    var other = new CliFixture(place).time(time);
    while (other.call("approvals", "--json").out().isEmpty()) {
      assertThat(thread.isAlive()).as(() -> "ended unasked: " + running.get()).isTrue();
      Thread.onSpinWait();
    }
    assertThat(other.call("approve", "a.e2").out())
        .isEqualTo("✓ approved a.e2\n  The process that drives the run goes on with it.\n");
    thread.join();
    assertThat(running.get().exit()).isZero();
    assertThat(running.get().out()).contains("✓ yes (ada)", "Done.");
  }

  @Test
  void programsThatReadJsonAreNotAsked() {
    var result =
        cli.typing("y\n").call("run", "--script", "s.yaml", "--session", "a", "--json", "write");
    assertThat(result.exit()).isEqualTo(3);
    assertThat(result.types()).endsWith("approval_requested", "waiting");
    assertThat(result.json().getLast().toString()).contains("a.e2");
  }
}
