package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A folder written by a stranger: until a person trusts its files they can only restrict.
@Tag("J4")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class FolderTrustTest {
  private static final String OWN_FILE = ".config/drover/config.yaml";
  private static final String TOUCH =
      """
      turns:
        - calls: [ {tool: bash, args: {command: "touch pwned"}} ]
        - text: "Done."
      """;
  private static final String TALK = "turns: [ {text: 'Hello.'} ]\n";

  @TempDir Path place;
  private CliFixture cli;

  @BeforeEach
  void aFolder() {
    cli = new CliFixture(place);
  }

  private void trust() {
    var trusted = cli.piping("y\n").call("trust");
    assertThat(trusted.err()).isEmpty();
    assertThat(trusted.exit()).isZero();
  }

  private void assertNothingRan() {
    assertThat(cli.folder().resolve("pwned")).doesNotExist();
  }

  @Test
  void anUntrustedFolderRunsNothing() {
    cli.write("drover.yaml", "allow: [bash]\nscript: evil.yaml\n").write("evil.yaml", TOUCH);
    var run = cli.call("run", "hello");
    assertNothingRan();
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .startsWith(
            "folder_untrusted: in %s these are ignored: script and allow of drover.yaml. "
                .formatted(cli.folder()))
        .contains("'drover trust'")
        .contains("no_model: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"allow: [bash]", "approve: auto"})
  void permissiveSettingsAreIgnoredUntilTheyAreTrusted(String line) {
    cli.write("drover.yaml", line + "\n").write("own.yaml", TOUCH);
    var run = cli.call("run", "--script", "own.yaml", "--json", "hello");
    assertNothingRan();
    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.types()).contains("approval_requested");
    assertThat(run.err()).startsWith("{\"type\":\"warning\",\"detail\":\"folder_untrusted: ");
    trust();
    cli.call("run", "--script", "own.yaml", "hello");
    assertThat(cli.folder().resolve("pwned")).exists();
  }

  @Test
  void aPersonsDenyRuleCannotBeOverriddenByTheFolder() {
    cli.writeAtHome(OWN_FILE, "deny: ['bash(touch *)']\n")
        .write("drover.yaml", "deny: []\nallow: [bash]\napprove: auto\n")
        .write("own.yaml", TOUCH);
    trust();
    var run = cli.call("run", "--script", "own.yaml", "hello");
    assertNothingRan();
    assertThat(run.err()).isEmpty();
  }

  @Test
  void restrictiveSettingsApplyWithoutTrust() {
    cli.writeAtHome(OWN_FILE, "allow: [bash]\n")
        .write("drover.yaml", "deny: ['bash(touch *)']\n")
        .write("own.yaml", TOUCH);
    var run = cli.call("run", "--script", "own.yaml", "hello");
    assertNothingRan();
    assertThat(run.err()).isEmpty();
  }

  @Test
  void agentsAndCommandsOfAFolderAreIgnoredUntilTheyAreTrusted() {
    cli.write(".claude/agents/spy.md", "---\ndescription: d\n---\nSpy.\n")
        .write(".drover/commands/hi.md", "Say something bad.\n")
        .write("own.yaml", TALK);
    var ignored = cli.piping("/hi\n").call("chat", "--script", "own.yaml");
    assertThat(ignored.err())
        .contains(
            "these are ignored: .claude/agents/spy.md, .drover/commands/hi.md. ",
            "unknown_command");
    trust();
    var heard = cli.piping("/hi\n").call("chat", "--script", "own.yaml");
    assertThat(heard.err()).isEmpty();
    assertThat(heard.out()).contains("Hello.");
  }

  @Test
  void aChangeOfAnyFileEndsTrust() {
    cli.write("drover.yaml", "allow: [bash]\nscript: s.yaml\n").write("s.yaml", TALK);
    trust();
    assertThat(cli.call("run", "hello").err()).isEmpty();
    cli.write("s.yaml", TOUCH);
    var changed = cli.call("run", "hello");
    assertNothingRan();
    assertThat(changed.err())
        .contains("folder_untrusted: ", "Since it was trusted: s.yaml changed");
    cli.write("s.yaml", TALK).write(".agents/more.md", "---\ndescription: d\n---\nGo.\n");
    assertThat(cli.call("run", "hello").err()).contains(".agents/more.md is new");
  }

  @Test
  void trustInAFolderCoversNeitherSubfoldersNorAMovedFolder() throws IOException {
    cli.write("drover.yaml", "allow: [bash]\n")
        .write("sub/drover.yaml", "allow: [bash]\n")
        .write("own.yaml", TOUCH);
    trust();
    var below = cli.call("policy", "explain", "bash(ls)", "--workspace", "sub");
    assertThat(below.err()).startsWith("folder_untrusted: ");
    assertThat(below.out()).contains("decision: ask");
    var moved = place.resolve("moved");
    Files.move(cli.folder(), moved);
    Files.createDirectory(cli.folder());
    cli.variable("DROVER_WORKSPACE", moved.toString());
    assertThat(cli.call("policy", "explain", "bash(ls)").err()).startsWith("folder_untrusted: ");
  }

  @Test
  void endOfInputAndAnyAnswerButYesDoNotGrantTrust() {
    cli.write("drover.yaml", "allow: [bash]\n");
    var silent = cli.piping("").call("trust");
    assertThat(silent.exit()).isEqualTo(3);
    assertThat(silent.out()).contains("allow: bash");
    assertThat(silent.err()).startsWith("trust_unanswered: ");
    assertThat(cli.piping("n\n").call("trust").exit()).isEqualTo(1);
    assertThat(cli.piping("yesterday\n").call("trust").exit()).isEqualTo(1);
    assertThat(cli.call("policy", "explain", "bash(ls)").out()).contains("decision: ask");
  }

  @Test
  void trustIsShownAndRevoked() {
    cli.write("drover.yaml", "providers: {mine: {baseUrl: 'http://127.0.0.1:9/v1'}}\n");
    trust();
    var shown = cli.call("trust", "--show");
    assertThat(shown.exit()).isZero();
    assertThat(shown.out()).contains("is trusted", "mine: baseUrl http://127.0.0.1:9/v1");
    var json = cli.call("trust", "--show", "--json").json().getFirst();
    assertThat(json.get("trusted").asBoolean()).isTrue();
    assertThat(json.get("files").get(0).get("path").asString()).isEqualTo("drover.yaml");
    assertThat(cli.call("trust", "--revoke").out()).contains("no longer trusted");
    assertThat(cli.call("trust", "--show").out()).contains("is not trusted");
    assertThat(cli.call("trust", "--revoke").out()).contains("was not trusted");
  }

  @Test
  void trustRecordsAreReadableByTheirOwnerOnly() throws IOException {
    cli.write("drover.yaml", "allow: [bash]\n");
    trust();
    var folder = place.resolve("home/.config/drover/trust");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    try (var files = Files.list(folder)) {
      assertThat(files)
          .singleElement()
          .satisfies(
              file ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                      .isEqualTo("rw-------"));
    }
  }

  @Test
  void withoutAHomeNothingIsTrusted() {
    cli.write("drover.yaml", "allow: [bash]\n").homeless();
    var trusted = cli.piping("y\n").call("trust");
    assertThat(trusted.exit()).isEqualTo(1);
    assertThat(trusted.err()).startsWith("no_home: ");
  }

  @Test
  void aWorkspaceFileNeverCountsAsThePersonsOwn() {
    cli.write("?/" + OWN_FILE, "allow: [bash]\n")
        .write(OWN_FILE, "allow: [bash]\n")
        .write("own.yaml", TOUCH)
        .homeless();
    assertThat(cli.call("run", "--script", "own.yaml", "hello").exit()).isEqualTo(3);
    assertNothingRan();
  }

  @Test
  void thePersonsFileIsInTheXdgConfigurationFolder() {
    cli.write("own.yaml", TOUCH)
        .variable("XDG_CONFIG_HOME", place.resolve("conf").toString())
        .writeAtHome("../conf/drover/config.yaml", "allow: [bash]\n");
    assertThat(cli.call("run", "--script", "own.yaml", "hello").exit()).isZero();
    assertThat(cli.folder().resolve("pwned")).exists();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"drover.yaml", "s.yaml", "conf/drover/config.yaml", ".claude/agents/new.md"})
  void anAgentNeedsApprovalToChangeItsOwnPermissions(String path) {
    var script =
        """
        turns:
          - calls: [ {tool: write, args: {path: %s, content: "x"}} ]
          - text: "Done."
        """
            .formatted(path);
    cli.write("drover.yaml", "allow: [write]\nscript: s.yaml\n")
        .write("s.yaml", script)
        .write("conf/drover/config.yaml", "allow: [write]\n")
        .variable("XDG_CONFIG_HOME", cli.folder().resolve("conf").toString())
        .trusted();
    var run = cli.call("run", "--json", "hello");
    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.out()).contains("decides what agents may do");
  }

  @Test
  void aPersonAtATerminalIsAskedBeforeAnyWork() {
    cli.write("drover.yaml", "allow: [bash]\nscript: s.yaml\n").write("s.yaml", TOUCH);
    var refused = cli.typing("n\n").call("run", "hello");
    assertNothingRan();
    assertThat(refused.out()).contains("allow: bash", "script: s.yaml", "[y/N]");
    assertThat(refused.err()).contains("folder_untrusted: ", "no_model: ");
    var trusted = cli.typing("y\n").call("run", "hello");
    assertThat(trusted.err()).isEmpty();
    assertThat(cli.folder().resolve("pwned")).exists();
  }

  @Test
  void textOfAFolderCannotControlTheTerminal() {
    cli.write("drover.yaml", "allow: [\"bash(x\\e[2Jy)\"]\n")
        .write(".claude/agents/a\u001b[2Jb.md", "---\ndescription: d\n---\nGo.\n");
    var shown = cli.call("trust", "--show");
    assertThat(shown.out() + shown.err()).doesNotContain("\u001b");
    assertThat(cli.call("policy", "explain", "ls").err()).doesNotContain("\u001b");
  }

  @Test
  void onlyRegularFilesAreRead() throws Exception {
    Files.createDirectory(cli.folder().resolve("drover.yaml"));
    assertThat(cli.call("policy", "explain", "ls").exit()).isZero();
    Files.delete(cli.folder().resolve("drover.yaml"));
    for (var name : new String[] {"drover.yaml", ".claude/agents/a.md"}) {
      var pipe = cli.folder().resolve(name);
      Files.createDirectories(pipe.getParent());
      assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    }
    assertThat(cli.call("policy", "explain", "ls").exit()).isZero();
  }

  @Test
  void aHugeFileIsRefusedWithoutReadingIt() throws IOException {
    try (var file =
        new java.io.RandomAccessFile(cli.folder().resolve("drover.yaml").toFile(), "rw")) {
      file.setLength(100L << 20);
    }
    var refused = cli.call("policy", "explain", "ls");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("configuration_invalid: ", "larger than");
  }

  @Test
  void changingTheTargetOfALinkEndsTrust() throws IOException {
    var outside = Files.writeString(place.resolve("outside.yaml"), "allow: [bash]\n");
    Files.createSymbolicLink(cli.folder().resolve("drover.yaml"), outside);
    assertThat(cli.call("policy", "explain", "bash(ls)").err()).startsWith("folder_untrusted: ");
    trust();
    assertThat(cli.call("policy", "explain", "bash(ls)").out()).contains("decision: allow");
    Files.writeString(outside, "allow: [bash, write]\n");
    assertThat(cli.call("policy", "explain", "bash(ls)").out()).contains("decision: ask");
  }

  @Test
  void limitsOfAFolderApplyOnlyIfTheyAreLower() {
    cli.writeAtHome(OWN_FILE, "budget: 1000\n")
        .write("drover.yaml", "max-turns: 1\nbudget: 5000\n")
        .write("own.yaml", TOUCH);
    var run = cli.call("run", "--script", "own.yaml", "--approve", "auto", "hello");
    assertThat(run.err()).contains("these are ignored: budget of drover.yaml. ");
    assertThat(run.exit()).isEqualTo(4);
  }
}
