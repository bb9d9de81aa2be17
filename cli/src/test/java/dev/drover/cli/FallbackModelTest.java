package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A model that fails permanently, and a fallback from `drover.yaml`.
@Tag("C2")
class FallbackModelTest {
  @TempDir Path place;

  private CliFixture cli;

  @BeforeEach
  void sitDown() {
    cli =
        new CliFixture(place)
            .write("one.yaml", "turns: [ {text: \"Red.\"} ]\nfaults: {1: [ {status: 401} ]}")
            .write("two.yaml", "turns: [ {text: \"Blue.\", usage: {input: 3, output: 2}} ]")
            .write("drover.yaml", "fallback: script/two.yaml\n")
            .trusted();
  }

  @Test
  void theRunContinuesWithTheFallbackAndEveryViewShowsIt() {
    var run = cli.call("run", "--script", "one.yaml", "--session", "a", "colour?");
    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("(script/two goes on)").contains("Blue.").doesNotContain("Red.");
    assertThat(cli.call("show", "r-1").out())
        .containsPattern("model replaced by script/two: .*401.*\n  turn 1  Blue\\.");
    var shown = cli.call("show", "r-1", "--json").json().getFirst();
    assertThat(shown.get("turns").asInt()).isEqualTo(1);
    assertThat(shown.get("notes").get(0).asString()).startsWith("model replaced by script/two: ");
    assertThat(cli.call("events", "a").out())
        .containsPattern("model_replaced .*goes on with script/two");
    assertThat(cli.call("cost", "a", "--json").json())
        .extracting(line -> line.get("model").asString(""), line -> line.get("output").asInt())
        .containsExactly(tuple("script/one", 0), tuple("script/two", 2), tuple("", 2));
    assertThat(cli.call("show", "a").out()).contains("script/one");
    assertThat(cli.call("replay", "a").exit()).isZero();
  }

  @Test
  @Tag("F1")
  void aSubagentFileMayNameOnlyConfiguredFallbacks() {
    cli.write("one.yaml", "turns: [ {text: \"Red.\"} ]")
        .write(
            ".drover/agents/a.yaml",
            """
            description: d
            instructions: Go.
            model: script/one
            fallback: [script/two, openai/gpt-5]
            """)
        .trusted();
    var run = cli.call("run", "--script", "one.yaml", "colour?");
    assertThat(run.exit()).isZero();
    assertThat(run.err())
        .isEqualTo(
            "agent_file_partly_used: %s/.drover/agents/a.yaml: there is no model 'openai/gpt-5'"
                    .formatted(cli.folder())
                + " here, so it is no fallback. Change the file if that is not what you want.\n");
  }

  @Test
  void invalidAndDuplicateModelNamesAreRefused() {
    cli.writeAtHome(".config/drover/config.yaml", "fallback: [two]\n").write("drover.yaml", "");
    assertThat(cli.call("run", "--script", "one.yaml", "hi").err())
        .contains("fallback in")
        .contains("'two' is not a model's name");
    cli.writeAtHome(".config/drover/config.yaml", "")
        .write("drover.yaml", "fallback: [script/one.yaml]\n")
        .trusted();
    assertThat(cli.call("run", "--script", "one.yaml", "hi").err())
        .contains("'script/one' is named twice");
  }
}
