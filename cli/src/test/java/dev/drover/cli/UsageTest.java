package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Wrong usage, and the program's response to it.
class UsageTest {
  @TempDir Path place;

  record Row(String typed, int exit, String says) {
    @Override
    public String toString() {
      return typed;
    }
  }

  static Stream<Row> wrongCalls() {
    return Stream.of(
        new Row(
            "runn",
            2,
            "unknown_command: there is no command 'runn'. Did you mean run? 'drover --help' lists"
                + " them all."),
        new Row(
            "chta",
            2,
            "unknown_command: there is no command 'chta'. Did you mean chat? 'drover --help' lists"
                + " them all."),
        new Row(
            "chat hello",
            2,
            "argument_unexpected: drover chat has no use for 'hello'. See 'drover chat --help'."),
        new Row(
            "--stroe x sessions",
            2,
            "unknown_option: there is no option '--stroe'. Did you mean --store?"),
        new Row(
            "run --scrip=x go",
            2,
            "unknown_option: there is no option '--scrip' of drover run. Did you mean --script?"),
        new Row("run", 2, "argument_missing: drover run needs PROMPT…. See 'drover run --help'."),
        new Row(
            "events a b",
            2,
            "argument_unexpected: drover events has no use for 'b'. See 'drover events --help'."),
        new Row(
            "sessions a",
            2,
            "argument_unexpected: drover sessions has no use for 'a'. See 'drover sessions"
                + " --help'."),
        new Row(
            "run --script", 2, "value_missing: --script needs a value. See 'drover run --help'."),
        new Row(
            "run --max-turns 0 --script s.yaml go",
            2,
            "configuration_invalid: --max-turns: '0' is not a number from 1 to 2147483647. Give a"
                + " number."),
        new Row(
            "run --approve maybe --script s.yaml go",
            2,
            "configuration_invalid: --approve: 'maybe' is not one of ask, auto and deny. Did you"
                + " mean 'ask'?"),
        new Row(
            "run --model opnai/gpt-5 go",
            2,
            "provider_unknown: there is no provider 'opnai'. Did you mean 'openai'? 'drover models'"
                + " lists them, and 'providers' in ~/.config/drover/config.yaml adds one."),
        new Row(
            "run --model anthropic/claude-sonet-5 go",
            2,
            "model_unknown: --model: anthropic is not known to have a model 'claude-sonet-5'. Did"
                + " you mean 'anthropic/claude-sonnet-5'? One that is newer than this program is"
                + " made known under 'models' in drover.yaml, with its window and output."),
        new Row(
            "run --model gpt-5 go",
            2,
            "model_unknown: --model: 'gpt-5' is not a model's name. Write PROVIDER/NAME, such as"
                + " ollama/qwen3:8b, or script/FILE; 'drover models' lists them."),
        new Row(
            "run --model google/gemini-2.5-pro go",
            2,
            "key_missing: google needs a key, and GEMINI_API_KEY or GOOGLE_API_KEY is not set. Set"
                + " it, or let a program print it (keyCommand in ~/.config/drover/config.yaml)."
                + " Models on this machine need none: --model ollama/NAME."),
        new Row(
            "models antropic",
            2,
            "provider_unknown: there is no provider 'antropic'. Did you mean 'anthropic'? 'drover"
                + " models' lists them, and 'providers' in ~/.config/drover/config.yaml adds one."),
        new Row(
            "approve s-1.e1 --session --always",
            2,
            "options_conflict: --session and --always were both given. Give one of them."),
        new Row(
            "approve 7",
            2,
            "id_malformed: '7' is no approval's id: an approval id looks like s-1.e12, not '7'."
                + " Copy one from 'drover sessions', 'drover runs', 'drover approvals' or 'drover"
                + " rules'."),
        new Row(
            "events s --after x",
            2,
            "value_invalid: --after: 'x' is not a number. Give an event's number."));
  }

  @ParameterizedTest
  @MethodSource("wrongCalls")
  void wrongUsageIsExplainedInOneLine(Row row) {
    var result = new CliFixture(place).call(row.typed().split(" ", -1));
    assertThat(result).isEqualTo(new CliFixture.Result(row.exit(), "", row.says() + "\n"));
    assertThat(place.resolve("work")).isEmptyDirectory();
  }

  @Test
  void withoutAModelThreeLinesExplainHowToChooseOne() {
    var result = new CliFixture(place).call("run", "go");
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .isEqualTo(
            """
            no_model: no model was chosen. On this machine, no key: install https://ollama.com, then: ollama pull qwen3:8b && drover run --model ollama/qwen3:8b "PROMPT"
            Hosted: export ANTHROPIC_API_KEY=YOUR_KEY && drover run --model anthropic/claude-sonnet-5 "PROMPT"
            All others: drover models lists them, and which can be used now; drover demo needs none.
            """);
    assertThat(place.resolve("work")).isEmptyDirectory();
  }

  @Test
  void aMissingScriptIsWrongUsage() {
    var result = new CliFixture(place).call("run", "--script", "none.yaml", "go");
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).startsWith("script_unreadable: ");
  }

  @Test
  void aNamedStoreMustExist() {
    var result = new CliFixture(place).call("sessions", "--store", "none.db");
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).startsWith("store_not_found: there is no store at ");
    assertThat(place.resolve("work")).isEmptyDirectory();
  }

  @Test
  void listingSessionsWithoutAStoreCreatesNone() {
    var cli = new CliFixture(place);
    assertThat(cli.call("sessions").exit()).isZero();
    assertThat(cli.call("sessions", "--json")).isEqualTo(new CliFixture.Result(0, "", ""));
    assertThat(cli.call("approvals").out()).isEqualTo("No question is open.\n");
    assertThat(cli.call("resume").out()).isEqualTo("Nothing to resume.\n");
    assertThat(place.resolve("work")).isEmptyDirectory();
  }

  @Test
  void aFileThatIsNotAStoreFailsWithoutAStackTrace() {
    var cli = new CliFixture(place).write("notes.txt", "This is not a database. ".repeat(100));
    var result = cli.call("sessions", "--store", "notes.txt");
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).startsWith("store_corrupt: ").doesNotContain("\tat ");
    assertThat(cli.call("sessions", "--store", "notes.txt", "--verbose").err()).contains("\tat ");
  }

  @Test
  void theHelpListsExactlyTheAvailableCommands() {
    var cli = new CliFixture(place);
    var help = cli.call("--help");
    assertThat(help.exit()).isZero();
    assertThat(help.err()).isEmpty();
    var commands =
        List.of(
            "demo",
            "doctor",
            "models",
            "run",
            "chat",
            "acp",
            "resume",
            "cancel",
            "fork",
            "undo",
            "mcp",
            "approvals",
            "approve",
            "deny",
            "rules",
            "policy",
            "trust",
            "sessions",
            "runs",
            "show",
            "cost",
            "diff",
            "events",
            "replay",
            "export");
    assertThat(help.out().lines().filter(line -> line.startsWith("  ") && !line.startsWith("  --")))
        .extracting(line -> line.strip().split(" ", 2)[0])
        .containsExactlyElementsOf(commands);
    for (var command : commands) {
      var own = cli.call(command, "--help");
      assertThat(own.exit()).isZero();
      assertThat(own.out()).startsWith("drover " + command + " ");
    }
  }

  @Test
  void withoutACommandTheHelpIsShownWithAUsageExitCode() {
    var result = new CliFixture(place).call();
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("Usage: drover COMMAND");
  }

  @Test
  void theVersionIsPrinted() {
    assertThat(new CliFixture(place).call("--version").out()).startsWith("drover ");
  }

  @Test
  void commonOptionsMayPrecedeTheCommand() {
    var cli = new CliFixture(place);
    assertThat(cli.call("--json", "sessions")).isEqualTo(new CliFixture.Result(0, "", ""));
    assertThat(Files.exists(place.resolve("work/.drover"))).isFalse();
  }
}
