package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Several people answer one question, with `approve` and `deny`.
@Tag("E3")
@Tag("J5")
@Timeout(120)
class AnswersTest {
  private static final int PEOPLE = 6;

  @TempDir Path place;

  private CliFixture cli;

  @BeforeEach
  void park() {
    cli = new CliFixture(place).write("s.yaml", CliScripts.WRITE);
    assertThat(cli.call("run", "--script", "s.yaml", "--session", "a", "write").exit())
        .isEqualTo(3);
  }

  @Test
  void aSecondAnswerIsRefusedAndNamesTheFirstResponder() {
    assertThat(cli.user("ada").call("approve", "a.e2").exit()).isZero();
    for (var command : List.of("deny", "approve")) {
      var second = cli.user("bob").call(command, "a.e2");
      assertThat(second.exit()).isEqualTo(1);
      assertThat(second.out()).isEmpty();
      assertThat(second.err())
          .isEqualTo(
              "approval_answered: ada answered a.e2 first, at 2026-01-01T00:00:00Z: yes, once. This"
                  + " answer changes nothing; see the open questions with 'drover approvals'.\n");
    }
    assertThat(cli.call("resume", "--script", "s.yaml").exit()).isZero();
    assertThat(place.resolve("work/note.txt")).hasContent("hello");
    var late = cli.user("bob").call("deny", "a.e2");
    assertThat(late.exit()).isEqualTo(1);
    assertThat(late.err())
        .startsWith("approval_answered: ada answered a.e2 first, at 2026-01-01T00:00:00Z: yes");
  }

  @Test
  void anAnsweredQuestionIsNotListedWhileItsAnswerWaits() {
    assertThat(cli.call("approvals").out()).startsWith("approval a.e2 ");
    cli.call("deny", "a.e2", "--reason", "not today");
    assertThat(cli.call("approvals").out()).isEqualTo("No question is open.\n");
    assertThat(cli.call("approvals", "--json").out()).isEmpty();
    assertThat(cli.user("bob").call("approve", "a.e2").err())
        .contains("first, at 2026-01-01T00:00:00Z: no: not today. ");
  }

  @Test
  void answeringAnUnknownQuestionIsADifferentError() {
    for (var id : List.of("a.e7", "nobody.e1")) {
      var result = cli.call("approve", id);
      assertThat(result.exit()).isEqualTo(1);
      assertThat(result.err()).startsWith("approval_not_open: ").contains(id);
    }
  }

  private Process start(String user, String... args) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-Duser.home=" + place, "-Duser.name=" + user));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.drover.cli.Main"));
    command.addAll(List.of(args));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.directory(place.resolve("work").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("DROVER_"));
    var process = builder.start();
    process.getOutputStream().close();
    return process;
  }

  private static String output(Process process) throws IOException, InterruptedException {
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return output;
  }

  @Test
  void exactlyOneOfManyProcessesAnswers() throws Exception {
    var processes = new ArrayList<Process>();
    for (int i = 0; i < PEOPLE; i++) {
      processes.add(start("person" + i, i % 2 == 0 ? "approve" : "deny", "a.e2"));
    }
    var winners = new ArrayList<Integer>();
    var losers = new ArrayList<String>();
    for (int i = 0; i < PEOPLE; i++) {
      var output = output(processes.get(i));
      if (processes.get(i).exitValue() == 0) {
        winners.add(i);
        assertThat(output).contains(i % 2 == 0 ? "✓ approved a.e2" : "✓ denied a.e2");
      } else {
        assertThat(processes.get(i).exitValue()).isEqualTo(1);
        losers.add(output);
      }
    }
    assertThat(winners).hasSize(1);
    int winner = winners.getFirst();
    assertThat(losers)
        .hasSize(PEOPLE - 1)
        .allSatisfy(
            output ->
                assertThat(output)
                    .contains("approval_answered: person" + winner + " answered a.e2 first, "));
    assertThat(cli.call("resume", "--script", "s.yaml").exit()).isZero();
    assertThat(Files.exists(place.resolve("work/note.txt"))).isEqualTo(winner % 2 == 0);
  }
}
