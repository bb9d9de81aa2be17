package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.runtime.SystemTime;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A person at the terminal is asked, and answers.
class PersonTest {
  @TempDir Path place;

  private Desk desk;

  @BeforeEach
  void sitDown() {
    desk = new Desk(place).write("s.yaml", Scripts.WRITE);
  }

  private Desk.Result answered(String typed) {
    return desk.typing(typed).call("run", "--script", "s.yaml", "--session", "a", "write");
  }

  @Test
  void yesLetsTheCallHappen() {
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
  void somethingElseIsAskedAgain() {
    var result = answered("what?\nyes\n");
    assertThat(result.exit()).isZero();
    assertThat(result.out()).contains("  y, n, v, s or a; a reason may follow n");
  }

  @Test
  void alwaysHoldsForLaterRuns() {
    assertThat(answered("a\n").out()).contains("  ✓ yes, always (ada)\n");
    var later = desk.piping("").call("run", "--script", "s.yaml", "write");
    assertThat(later.exit()).isZero();
    assertThat(later.out()).doesNotContain("?");
  }

  @Test
  void forTheSessionHoldsInThatSessionOnly() {
    assertThat(answered("s\n").out()).contains("  ✓ yes, for this session (ada)\n");
    assertThat(desk.piping("").call("run", "--script", "s.yaml", "write").exit()).isEqualTo(3);
  }

  @Test
  void whoeverLeavesLeavesTheRunWaiting() {
    var result = answered("");
    assertThat(result.exit()).isEqualTo(3);
    assertThat(result.out()).contains("drover approve a.e2");
  }

  @Test
  void severalQuestionsAreAskedOneAfterTheOther() {
    desk.write(
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
  void anAnswerFromElsewhereCountsAsWell() throws Exception {
    var time = new SystemTime();
    var running = new AtomicReference<Desk.Result>();
    var person = desk.time(time).silent();
    var thread =
        Thread.ofVirtual()
            .start(
                () ->
                    running.set(
                        person.call("run", "--script", "s.yaml", "--session", "a", "write")));
    var other = new Desk(place).time(time);
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
        desk.typing("y\n").call("run", "--script", "s.yaml", "--session", "a", "--json", "write");
    assertThat(result.exit()).isEqualTo(3);
    assertThat(result.types()).endsWith("approval_requested", "waiting");
    assertThat(result.json().getLast().toString()).contains("a.e2");
  }
}
