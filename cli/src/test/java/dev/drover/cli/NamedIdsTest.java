package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Sessions and runs can be named by `last` and by the beginning of their ids.
class NamedIdsTest {
  @TempDir Path place;
  private CliFixture cli;

  @BeforeEach
  void givenThreeSessions() {
    cli = new CliFixture(place).write("s.yaml", CliScripts.LOOK);
    for (var id : new String[] {"alpha-1", "alpha-2", "beta"}) {
      cli.call("run", "--script", "s.yaml", "--session", id, "look");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"runs", "events", "cost", "replay", "export", "show"})
  void lastIsTheNewestSession(String command) {
    var expected = cli.call(command, "beta");
    assertThat(cli.call(command, "last").out()).isEqualTo(expected.out());
    assertThat(cli.call(command, "be").out()).isEqualTo(expected.out());
  }

  @Test
  void theLastRunIsTheLastOneOfTheNewestSession() {
    cli.call("run", "--script", "s.yaml", "--session", "beta", "look again");
    var runs = cli.call("runs", "beta", "--json").json();
    assertThat(runs).hasSize(2);
    var last = runs.getLast().get("run").asString();
    assertThat(cli.call("diff", "last", last).out()).contains("They are the same.");
    assertThat(cli.call("undo", "last").out()).contains(last + " changed no files.");
  }

  @Test
  void aPromptCanContinueTheLastSession() {
    cli.call("run", "--script", "s.yaml", "--session", "last", "once more");
    assertThat(cli.call("runs", "beta", "--json").json()).hasSize(2);
    assertThat(cli.call("sessions", "--json").json()).hasSize(3);
  }

  @Test
  void anIdWinsOverABeginningAndOverLast() {
    cli.call("run", "--script", "s.yaml", "--session", "alpha", "look");
    assertThat(cli.call("show", "alpha").out()).contains("session alpha\n");
    assertThat(cli.call("show", "last").out()).contains("session alpha\n");
  }

  @Test
  void aBeginningOfSeveralIdsIsRefused() {
    var refused = cli.call("show", "alpha");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err())
        .isEqualTo(
            "id_ambiguous: alpha is the beginning of alpha-2, alpha-1. Type more of the id.\n");
  }

  @Test
  void anUnknownBeginningIsNoSession() {
    assertThat(cli.call("runs", "gamma").err()).startsWith("session_not_found: ");
    assertThat(cli.call("show", "gamma").err()).startsWith("not_found: ");
    assertThat(cli.call("cancel", "la").err()).startsWith("not_found: ");
  }

  @Test
  void lastOfAnEmptyStoreIsNoSession(@TempDir Path empty) {
    var refused =
        new CliFixture(empty)
            .write("s.yaml", CliScripts.LOOK)
            .call("run", "--script", "s.yaml", "--session", "last", "look");
    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.err()).startsWith("session_not_found: ");
  }
}
