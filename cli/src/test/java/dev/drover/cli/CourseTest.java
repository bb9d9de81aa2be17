package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Courses that a conversation took, and others that it could have taken.
class CourseTest {
  @TempDir Path place;
  private Desk desk;

  @BeforeEach
  void sitDown() {
    desk = new Desk(place).write("s.yaml", Scripts.LOOK).write("w.yaml", Scripts.WRITE);
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
  @Tag("B13")
  void aDiffOfTwoRunsSaysWhereTheyPart() {
    desk.write("one.yaml", "turns: [ {text: \"Red.\", usage: {input: 3, output: 1}} ]");
    desk.write("two.yaml", "turns: [ {text: \"Blue.\", usage: {input: 3, output: 2}} ]");
    desk.call("run", "--script", "one.yaml", "--session", "a", "colour?");
    desk.call("run", "--script", "two.yaml", "--session", "b", "colour?");
    assertThat(desk.plain(desk.call("diff", "r-1", "r-2")))
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
    assertThat(desk.plain(desk.call("diff", "r-1", "r-1"))).endsWith("They are the same.\n");
    assertThat(desk.call("diff", "r-1").exit()).isEqualTo(2);
    assertThat(desk.call("diff", "r-1", "r-9").err())
        .startsWith("run_not_found: ")
        .endsWith(
            " List the runs of a session with 'drover runs SESSION'; old ones may have been"
                + " trimmed.\n");
  }

  @Test
  void aReplayPerformsNothing() {
    desk.call("run", "--script", "w.yaml", "--session", "b", "--approve", "auto", "write");
    assertThat(desk.plain(desk.call("replay", "b")))
        .isEqualTo("replayed 12 events: the same, 0 model calls and 0 tool calls performed\n");
  }

  @Test
  @Tag("C6")
  void aRunThatMadeTheConversationShorterSaysSo() {
    desk.write("drover.yaml", "compaction: [at 1, tail 100, spare 100]\n").trusted();
    desk.write(
        "long.yaml",
        "turns: [ {text: \"%s\"}, {text: \"Short.\"} ]".formatted("Long. ".repeat(2_000)));
    desk.call("run", "--script", "long.yaml", "--session", "a", "say much");
    desk.call("run", "--script", "long.yaml", "--session", "a", "say little");
    assertThat(desk.call("show", "r-1").out()).doesNotContain("made shorter");
    assertThat(desk.call("show", "r-2").out())
        .containsPattern("conversation made shorter: 2 messages summed up, 1 kept\n  turn 1");
    assertThat(desk.call("show", "r-2", "--json").json().getFirst().get("notes").get(0).asString())
        .isEqualTo("conversation made shorter: 2 messages summed up, 1 kept");
  }
}
