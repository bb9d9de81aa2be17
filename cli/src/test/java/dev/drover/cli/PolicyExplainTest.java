package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An explanation states the actual decision.
@Tag("E1")
class PolicyExplainTest {
  @TempDir Path place;
  private CliFixture cli;

  @BeforeEach
  void sitDown() {
    cli = new CliFixture(place).write("a.txt", "a").write("secrets/.env", "b");
  }

  private CliFixture.Result explain(String call) {
    return cli.call("policy", "explain", call);
  }

  @Test
  void noRuleAllowsAPathOutsideTheWorkspace() {
    for (var path : new String[] {"/etc/passwd", "../x", "a.txt/../../x"}) {
      var result = explain("read(" + path + ")");
      assertThat(result.exit()).isZero();
      assertThat(result.out())
          .startsWith("decision: deny by the workspace guard: ")
          .contains("is outside the workspace")
          .doesNotContain("allow");
    }
    var json = cli.call("policy", "explain", "read(/etc/passwd)", "--json").json().getFirst();
    assertThat(json.get("decision").asString()).isEqualTo("deny");
    assertThat(json.get("rule").asString()).isEqualTo("workspace guard");
    assertThat(explain("read(a.txt)").out()).contains("decision: allow by allow read");
  }

  @Test
  void linksAreFollowed() throws IOException {
    Files.createSymbolicLink(cli.folder().resolve("out"), Path.of("/etc"));
    Files.createSymbolicLink(cli.folder().resolve("plain.txt"), Path.of("secrets/.env"));
    assertThat(explain("read(out/passwd)").out()).contains("deny by the workspace guard");
    assertThat(explain("read(plain.txt)").out())
        .contains("found `secrets/.env`", "decision: ask by ");
  }

  @Test
  void anUnknownToolIsReportedWithTheClosestName() {
    var result = explain("raed(a.txt)");
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .startsWith("tool_unknown: there is no tool 'raed'. Did you mean read? The tools are ");
    assertThat(explain("task(explore)").exit()).isZero();
  }

  @Test
  void aLongCommandLineIsRepeatedAtMostOnce() {
    var line = "cat a.txt" + " && make one two three".repeat(20);
    var lines = explain("bash(" + line + ")").out().lines().toList();
    assertThat(lines).hasSizeGreaterThan(20);
    assertThat(lines).filteredOn(each -> each.contains("cat a.txt && make one")).hasSizeLessThan(3);
  }
}
