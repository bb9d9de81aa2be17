package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Forks of a conversation, and their differences.
class ForkAndDiffTest {
  @TempDir Path place;
  private CliFixture cli;

  @BeforeEach
  void sitDown() {
    cli = new CliFixture(place).write("s.yaml", CliScripts.LOOK).write("w.yaml", CliScripts.WRITE);
  }

  @Test
  @Tag("B12")
  void aForkPrintsItsIdAndIsListedWithItsSource() {
    cli.call("run", "--script", "s.yaml", "--session", "first", "look");
    var forked = cli.call("fork", "first", "--at", "4");
    assertThat(forked.exit()).isZero();
    assertThat(forked.out()).matches("s-\\S+\n");
    var id = forked.out().strip();
    cli.call("fork", "first");
    assertThat(cli.call("show", id).out()).contains("source  forked from first at event 4\n");
    assertThat(cli.call("sessions").out()).contains("first at 4", "first at 9");
    var shown = cli.call("show", id, "--json").json().getFirst();
    assertThat(shown.get("source").asString()).isEqualTo("first");
    assertThat(shown.get("forked_at").asLong()).isEqualTo(4);
    assertThat(cli.call("events", id).out().lines().toList())
        .hasSize(5)
        .last()
        .asString()
        .contains("session_forked", "goes on from event 4 of first");
    assertThat(cli.call("replay", id).exit()).isZero();
  }

  @Test
  @Tag("B12")
  void aForkAsJsonNamesItsSource() {
    cli.call("run", "--script", "s.yaml", "--session", "first", "look");
    var line = cli.call("fork", "first", "--json").json().getFirst();
    assertThat(line.get("session").asString()).startsWith("s-");
    assertThat(line.get("source").asString()).isEqualTo("first");
    assertThat(line.get("at").asLong()).isEqualTo(9);
    assertThat(cli.call("fork", "first", "--at", "last").exit()).isEqualTo(2);
    assertThat(cli.call("fork", "first", "--at", "99").err()).startsWith("cursor_invalid: ");
    assertThat(cli.call("fork", "nobody").err()).startsWith("session_not_found: ");
  }

  @Test
  @Tag("B13")
  void aDiffOfTwoRunsShowsWhereTheyDiverge() {
    cli.write("one.yaml", "turns: [ {text: \"Red.\", usage: {input: 3, output: 1}} ]");
    cli.write("two.yaml", "turns: [ {text: \"Blue.\", usage: {input: 3, output: 2}} ]");
    cli.call("run", "--script", "one.yaml", "--session", "a", "colour?");
    cli.call("run", "--script", "two.yaml", "--session", "b", "colour?");
    assertThat(cli.plain(cli.call("diff", "r-1", "r-2")))
        .isEqualTo(
            """
            - r-1 in session a, script/one, 1 turn
            + r-2 in session b, script/two, 1 turn
            They diverge in turn 1.
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
    var json = cli.call("diff", "r-1", "r-2", "--json").json().getFirst();
    assertThat(json.get("parts_at_turn").asInt()).isEqualTo(1);
    assertThat(json.get("same").asBoolean()).isFalse();
    assertThat(json.get("differences").size()).isEqualTo(4);
    assertThat(cli.plain(cli.call("diff", "r-1", "r-1"))).endsWith("They are the same.\n");
    assertThat(cli.call("diff", "r-1").exit()).isEqualTo(2);
    assertThat(cli.call("diff", "r-1", "r-9").err())
        .startsWith("run_not_found: ")
        .endsWith(
            " List the runs of a session with 'drover runs SESSION'; old ones may have been"
                + " trimmed.\n");
  }

  @Test
  void aReplayExecutesNoEffects() {
    cli.call("run", "--script", "w.yaml", "--session", "b", "--approve", "auto", "write");
    assertThat(cli.plain(cli.call("replay", "b")))
        .isEqualTo("replayed 12 events: the same, 0 model calls and 0 tool calls performed\n");
  }

  @Test
  @Tag("C6")
  void aRunThatCompactedTheConversationReportsIt() {
    cli.write("drover.yaml", "compaction: [at 1, tail 100, spare 100]\n").trusted();
    cli.write(
        "long.yaml",
        "turns: [ {text: \"%s\"}, {text: \"Short.\"} ]".formatted("Long. ".repeat(2_000)));
    cli.call("run", "--script", "long.yaml", "--session", "a", "say much");
    cli.call("run", "--script", "long.yaml", "--session", "a", "say little");
    assertThat(cli.call("show", "r-1").out()).doesNotContain("made shorter");
    assertThat(cli.call("show", "r-2").out())
        .containsPattern("conversation made shorter: 2 messages summed up, 1 kept\n  turn 1");
    assertThat(cli.call("show", "r-2", "--json").json().getFirst().get("notes").get(0).asString())
        .isEqualTo("conversation made shorter: 2 messages summed up, 1 kept");
  }
}
