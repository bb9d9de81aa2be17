package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// With `--json` standard output has one JSON object per line, and nothing else.
class JsonTest {
  @TempDir Path place;

  private CliFixture cli;

  @BeforeEach
  void sitDown() {
    cli = new CliFixture(place).write("s.yaml", CliScripts.LOOK).write("w.yaml", CliScripts.WRITE);
  }

  @Test
  void aRunIsPrintedAsItsEventsWithDeltasBetweenThem() {
    var result = cli.call("run", "--script", "s.yaml", "--session", "a", "--json", "look");
    assertThat(result.exit()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(result.types())
        .containsExactly(
            "session_opened",
            "recipe_adopted",
            "run_accepted",
            "text_delta",
            "text_delta",
            "text_delta",
            "model_replied",
            "tools_planned",
            "tool_started",
            "tool_settled",
            "text_delta",
            "text_delta",
            "model_replied",
            "run_finished");
  }

  @Test
  void durableEventsHaveASeqAndDeltasHaveTheSeqBefore() {
    var lines =
        cli.call("run", "--script", "s.yaml", "--session", "a", "--json", "look").out().lines();
    assertThat(lines)
        .contains(
            "{\"session\":\"a\",\"seq\":1,\"at\":\"2026-01-01T00:00:00Z\",\"type\":\"session_opened\",\"v\":1,\"agent\":\"main\",\"workspace\":\"%s\"}"
                .formatted(cli.folder()),
            "{\"session\":\"a\",\"after\":3,\"run\":\"r-1\",\"type\":\"text_delta\",\"text\":\"Let"
                + " \",\"effect\":\"e1\",\"attempt\":1}",
            "{\"session\":\"a\",\"seq\":9,\"at\":\"2026-01-01T00:00:00Z\",\"run\":\"r-1\",\"type\":\"run_finished\",\"v\":1,\"status\":\"completed\",\"text\":\"I"
                + " see.\",\"usage\":{\"input\":150,\"output\":25}}");
  }

  @Test
  void toolOutputIsStreamedAsDeltas() {
    var script = "turns: [ {calls: [ {tool: bash, args: {command: echo hi}} ]}, {text: ok} ]";
    var result =
        cli.write("b.yaml", script)
            .call("run", "--script", "b.yaml", "--approve", "auto", "--json", "go");
    assertThat(result.json())
        .filteredOn(line -> line.get("type").asString().equals("tool_output_delta"))
        .extracting(line -> line.get("text").asString() + line.get("effect").asString())
        .containsExactly("hi\ne2");
  }

  @Test
  void eventsArePrintedAsTheBytesOfTheJournal() {
    var shown = cli.call("run", "--script", "s.yaml", "--session", "a", "--json", "look");
    var durable = shown.out().lines().filter(line -> line.contains("\"seq\":")).toList();
    var printed = cli.call("events", "a", "--json").out().lines().toList();
    assertThat(printed).isEqualTo(durable);
    assertThat(cli.call("export", "a").out().lines()).isEqualTo(durable);
    assertThat(cli.call("events", "a", "--json", "--after", "7").out().lines())
        .containsExactlyElementsOf(durable.subList(7, 9));
  }

  @Test
  void listsHaveOneObjectPerRow() {
    cli.call("run", "--script", "w.yaml", "--session", "a", "write");
    assertThat(cli.call("sessions", "--json").out())
        .isEqualTo(
            "{\"session\":\"a\",\"agent\":\"main\",\"status\":\"waiting\",\"opened\":\"2026-01-01T00:00:00Z\",\"events\":6,\"forked_from\":null,\"workspace\":\"%s\"}\n"
                .formatted(cli.folder()));
    assertThat(cli.call("runs", "a", "--json").out())
        .isEqualTo(
            "{\"run\":\"r-1\",\"status\":\"waiting\",\"accepted\":\"2026-01-01T00:00:00Z\",\"finished\":null,\"waiting_for\":\"approval"
                + " a.e2\",\"prompt\":\"write\"}\n");
    assertThat(cli.call("approvals", "--json").out())
        .isEqualTo(
            "{\"approval\":\"a.e2\",\"run\":\"r-1\",\"asked\":\"2026-01-01T00:00:00Z\",\"tool\":\"write\",\"arguments\":\"{\\\"path\\\":\\\"note.txt\\\",\\\"content\\\":\\\"hello\\\"}\",\"grant\":\"write(=note.txt)\",\"why\":\"main"
                + " wants to use write (default): no rule is about"
                + " `note.txt`\",\"answerers\":[],\"until\":null,\"preview\":\"note.txt (1 line, 5"
                + " bytes)\\n"
                + "hello\"}\n");
  }

  @Test
  void answersArePrintedAsObjects() {
    cli.call("run", "--script", "w.yaml", "--session", "a", "write");
    assertThat(cli.call("approve", "a.e2", "--json").out())
        .isEqualTo(
            "{\"approval\":\"a.e2\",\"session\":\"a\",\"answer\":\"yes\",\"receipt\":\"left_in_inbox\"}\n");
    assertThat(cli.call("cancel", "a", "--json").out())
        .isEqualTo("{\"session\":\"a\",\"run\":\"r-1\",\"cancelled\":true}\n");
    assertThat(cli.call("replay", "a", "--json").out())
        .isEqualTo(
            "{\"session\":\"a\",\"same\":true,\"events\":9,\"runs\":1,\"recorded_model_calls\":1,\"recorded_tool_calls\":0,\"performed\":0}\n");
  }

  @Test
  void aRunIsShownAsOneObject() {
    cli.call("run", "--script", "w.yaml", "--session", "a", "--approve", "auto", "write");
    var lines = cli.call("show", "a", "--json").json();
    assertThat(lines).hasSize(2);
    assertThat(lines.getFirst().get("model").asString()).isEqualTo("script/w");
    assertThat(lines.getLast().toString())
        .isEqualTo(
            "{\"run\":\"r-1\",\"session\":\"a\",\"status\":\"completed\",\"waiting_for\":null,\"accepted\":\"2026-01-01T00:00:00Z\",\"finished\":\"2026-01-01T00:00:00Z\",\"prompt\":\"write\",\"turns\":2,\"calls\":[{\"effect\":\"e2\",\"tool\":\"write\",\"subject\":\"note.txt\",\"approval\":\"yes,"
                + " once by --approve"
                + " auto\",\"outcome\":\"succeeded\"}],\"text\":\"Done.\",\"problem\":null,\"usage\":{\"input\":150,\"output\":25,\"cache_read\":100,\"cache_write\":0,\"reasoning\":0}}");
  }

  @Test
  void everyCheckOfTheDoctorIsAnObject() {
    assertThat(cli.call("doctor", "--json").json())
        .extracting(line -> line.get("check").asString())
        .containsExactly(
            "JDK",
            "store",
            "configuration",
            "shell",
            "sandbox",
            "protection",
            "models",
            "keys",
            "local models");
  }
}
