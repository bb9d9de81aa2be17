package dev.drover.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The export of a store for other programs.
class ExportTest {
  @TempDir Path place;
  private CliFixture cli;

  @BeforeEach
  void sitDown() {
    cli = new CliFixture(place).write("s.yaml", CliScripts.LOOK).write("w.yaml", CliScripts.WRITE);
  }

  @Test
  @Tag("H7")
  void aTraceHasOneSpanPerLine() {
    cli.call("run", "--script", "w.yaml", "--session", "b", "write");
    var spans = cli.call("export", "b", "--trace").json();
    assertThat(spans)
        .extracting(
            span -> span.get("kind").asString(),
            span -> span.get("name").asString(),
            span -> span.get("status").asString())
        .containsExactly(
            tuple("run", "main", "open"),
            tuple("model_call", "script/w", "succeeded"),
            tuple("tool_call", "write", "open"),
            tuple("approval", "write", "open"));
    var question = spans.getLast();
    assertThat(question.get("parent").asString()).isEqualTo(spans.get(2).get("span").asString());
    assertThat(question.get("end").isNull()).isTrue();
    assertThat(spans.get(2).get("attributes").get("verdict").asString()).isEqualTo("ask");
  }

  @Test
  void anExportHasLargeTextsBeforeTheEventsThatReferToThem() {
    var large = "x".repeat(40_000);
    cli.write("large.txt", large)
        .piping(large)
        .call("run", "--script", "s.yaml", "--session", "b", "-");
    var lines = cli.call("export", "b").json();
    assertThat(lines)
        .extracting(line -> line.get("type").asString())
        .startsWith("session_opened", "recipe_adopted", "blob", "run_accepted");
    assertThat(lines.get(2).get("text").asString()).isEqualTo(large);
    assertThat(lines.get(3).get("prompt").get("text").get("blob").asString())
        .isEqualTo(lines.get(2).get("blob").asString());
  }

  @Test
  @Tag("D15")
  void anExportHasTheChangedFilesAndTheMediaOfARun() throws IOException {
    byte[] binary = {0, -1, 7};
    byte[] picture = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0};
    Files.write(cli.folder().resolve("a.bin"), binary);
    Files.write(cli.folder().resolve("dot.png"), picture);
    cli.write("b.txt", "two\n").write("e.yaml", CliScripts.CHANGE);
    cli.call("run", "--script", "e.yaml", "--session", "b", "--approve", "auto", "go");
    var contents = new HashMap<String, byte[]>();
    for (var line : cli.call("export", "b").json()) {
      if (line.get("type").asString().equals("blob")) {
        var content = Base64.getDecoder().decode(line.get("base64").asString());
        assertThat(contents.put(line.get("blob").asString(), content)).isNull();
      }
    }
    assertThat(contents.values())
        .containsExactlyInAnyOrder(
            binary, picture, "two\n".getBytes(UTF_8), "zwei\n".getBytes(UTF_8));
  }
}
