package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.cli.command.CliCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The `--json` output of every command, which programs rely on: each form has a golden file and a
/// section in docs/JSON.md.
@Tag("J8")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class GoldenJsonTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Set<String> OF_EVERY_EVENT = Set.of("session", "seq", "at", "run", "type");

  /// Prints the events of a run on a project that it creates; their output may be split anywhere.
  private static final String DEMO = "demo";

  /// Their standard output carries a protocol, which has tests of its own.
  private static final Set<String> PROTOCOLS = Set.of("acp", "mcp");

  @TempDir Path place;

  private final Map<String, String> printed = new LinkedHashMap<>();
  private CliFixture cli;

  /// @param name of the golden file: the command, and the special case
  private void step(String name, String... args) {
    var words = new ArrayList<>(List.of(args));
    words.add("--json");
    var result = cli.call(words.toArray(String[]::new));
    printed.put(name, normalised(result.out()));
    if (!result.err().isEmpty()) {
      printed.put(name + ".err", normalised(result.err()));
    }
  }

  private String normalised(String out) {
    return out.replace(cli.folder().toString(), "HERE")
        .lines()
        .map(GoldenJsonTest::fixed)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /// Events have golden files of their own; the doctor's findings differ between machines.
  private static String fixed(String line) {
    var object = (ObjectNode) JSON.readTree(line);
    if (object.has("seq")) {
      object.retain(OF_EVERY_EVENT);
    } else if (object.has("check")) {
      object.put("health", "…").put("detail", "…");
    }
    return object.toString();
  }

  @BeforeEach
  void prepare() {
    cli =
        new CliFixture(place)
            .write("s.yaml", CliScripts.LOOK)
            .write("w.yaml", CliScripts.WRITE)
            .variable("OFFICE_KEY", "correct-horse-battery-staple")
            .writeAtHome(
                ".config/drover/config.yaml",
                """
                providers: {office: {baseUrl: 'https://llm.example.com/v1', keyEnv: OFFICE_KEY}}
                models: {office/large: {window: 200000, output: 32000, price: 1.50 6.00, can: [images]}}
                """);
  }

  private void perform() {
    step("run", "run", "--script", "s.yaml", "--session", "a", "look");
    step("run-waiting", "run", "--script", "w.yaml", "--session", "b", "write");
    step("run-refused", "run", "--script", "none.yaml", "look");
    step("sessions", "sessions");
    step("runs", "runs", "a");
    step("show", "show", "a");
    step("show-refused", "show", "none");
    step("cost", "cost", "a");
    step("diff", "diff", "r-1", "r-2");
    step("events", "events", "a", "--after", "7");
    step("export", "export", "b");
    step("export-trace", "export", "a", "--trace");
    step("approvals", "approvals");
    step("approve", "approve", "b.e2");
    step("resume", "resume", "b", "--script", "w.yaml");
    step("resume-nothing", "resume");
    step("undo", "undo", "r-2");
    for (var session : List.of("c", "d", "e", "f")) {
      cli.call("run", "--script", "w.yaml", "--session", session, "write");
    }
    step("deny", "deny", "c.e2", "--reason", "no");
    step("cancel", "cancel", "d");
    cli.call("approve", "e.e2", "--always");
    step("resume-all", "resume", "--script", "w.yaml");
    step("rules", "rules");
    step("rules-revoke", "rules", "revoke", rule());
    step("fork", "fork", "a", "--at", "9");
    step("replay", "replay", "a");
    step("policy", "policy", "explain", "bash(ls)");
    step("models", "models", "office");
    step("doctor", "doctor");
    step("mcp-add", "mcp", "add", "tickets", "--workspace", ".", "no-such-program", "x");
    step("mcp-list", "mcp", "list");
    step("mcp-test", "mcp", "test", "tickets");
    step("mcp-revoke", "mcp", "approve", "tickets", "--revoke");
    step("mcp-list-pending", "mcp", "list");
    step("mcp-approve", "mcp", "approve", "tickets");
    step("mcp-remove", "mcp", "remove", "tickets");
    step("mcp-refused", "mcp", "test", "tickets");
    cli.write("drover.yaml", "allow: [\"bash(ls)\"]\n");
    step("trust-show", "trust", "--show");
    cli.piping("y\n");
    step("trust", "trust");
    step("trust-revoke", "trust", "--revoke");
    cli.piping("look\n/cost\n");
    step("chat", "chat", "--script", "s.yaml", "--session", "g");
  }

  private String rule() {
    return cli.call("rules", "--json").json().getFirst().get("rule").asString();
  }

  private static String golden(String name) throws IOException {
    try (var in = GoldenJsonTest.class.getResourceAsStream("json/" + name + ".jsonl")) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void theObjectsOfEveryCommandAreStable() throws IOException {
    perform();
    for (var step : printed.entrySet()) {
      assertThat(step.getValue()).as(step.getKey()).isEqualTo(golden(step.getKey()));
    }
  }

  @Test
  void everyCommandIsDocumentedAndHasAGoldenFile() throws IOException {
    var page = Files.readString(Path.of("../docs/JSON.md"));
    for (var name : CliCommands.ALL.stream().map(CliCommand::name).toList()) {
      assertThat(page).contains("`drover " + name);
      if (!name.equals(DEMO) && !PROTOCOLS.contains(name)) {
        assertThat(golden(name)).as(name).isNotEmpty();
      }
    }
  }
}
