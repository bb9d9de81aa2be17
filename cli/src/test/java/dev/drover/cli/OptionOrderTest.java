package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The position of an option makes no difference.
@Tag("J8")
class OptionOrderTest {
  @TempDir Path place;

  @Test
  void optionsMayPrecedeFollowOrInterleaveTheCommandsWords() {
    var cli = new CliFixture(place).write("s.yaml", CliScripts.LOOK);
    var orders =
        List.of(
            List.of("run", "--script", "s.yaml", "--session", "ID", "--json", "look", "here"),
            List.of("run", "look", "here", "--json", "--session", "ID", "--script", "s.yaml"),
            List.of("run", "look", "--script=s.yaml", "here", "--session", "ID", "--json"),
            List.of("--json", "--script", "s.yaml", "--session", "ID", "run", "look", "here"),
            List.of("--session=ID", "run", "--json", "look", "here", "--script", "s.yaml"));
    for (int i = 0; i < orders.size(); i++) {
      var id = "s-" + i;
      var words = orders.get(i).stream().map(word -> word.replace("ID", id)).toList();
      var result = cli.call(words.toArray(String[]::new));
      assertThat(result.exit()).as("%s: %s", words, result).isZero();
      assertThat(result.types())
          .as("%s", words)
          .startsWith("session_opened")
          .contains("run_finished");
      assertThat(cli.call("--json", "runs", id).json().getFirst().get("prompt").asString())
          .isEqualTo("look here");
    }
  }

  @Test
  void whetherAnOptionTakesAValueDependsOnTheCommand() {
    var cli = new CliFixture(place).write("w.yaml", CliScripts.WRITE);
    cli.call("run", "--script", "w.yaml", "--session", "a", "write");
    assertThat(cli.call("--session", "approve", "a.e2", "--json").out())
        .contains("\"approval\":\"a.e2\"");
  }

  @Test
  void anUnknownOptionIsReportedAtAnyPosition() {
    var cli = new CliFixture(place);
    assertThat(cli.call("--modle", "x", "run", "y").err()).startsWith("unknown_option: ");
    assertThat(cli.call("run", "y", "--modle", "x").err()).startsWith("unknown_option: ");
  }
}
