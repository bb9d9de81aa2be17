package dev.drover.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.cli.config.Settings.Origin;
import dev.drover.cli.config.Settings.StoreLocation;
import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.StandardStreams;
import dev.drover.cli.environment.Terminal;
import dev.drover.compaction.CompactionPolicy;
import dev.drover.hook.Hook;
import dev.drover.kernel.budget.TokenPrice;
import dev.drover.policy.Policy;
import dev.drover.testkit.VirtualTime;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Flags win, then the environment, then the workspace's file, then the person's own.
class SettingsTest {
  @TempDir Path place;

  private final Map<String, String> environment = new HashMap<>();
  private final Map<ConfigurationKey, String> flags = new HashMap<>();
  private Path work;
  private Path home;

  @BeforeEach
  void folders() throws IOException {
    work = Files.createDirectory(place.resolve("work"));
    home = Files.createDirectories(place.resolve("home"));
  }

  /// The settings after a person has trusted the workspace.
  private Settings read() {
    var nothing = new PrintStream(OutputStream.nullOutputStream());
    var streams = new StandardStreams(InputStream.nullInputStream(), nothing, nothing);
    var host =
        new CliEnvironment(
            environment, work, home, "ada", streams, Terminal.NONE, new VirtualTime(), _ -> {});
    var trust = SettingsReader.configuration(host, null, flags).trust();
    if (trust.status() == FolderTrust.Status.UNTRUSTED) {
      TrustRecords.of(host).save(trust.folder(), trust.digests());
    }
    return SettingsReader.read(host, null, flags);
  }

  private static void write(Path file, String content) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private void inWorkspace(String yaml) {
    write(work.resolve("drover.yaml"), yaml);
  }

  private void atHome(String yaml) {
    write(home.resolve(".config/drover/config.yaml"), yaml);
  }

  @Test
  void defaultsApplyWithoutConfiguration() {
    var settings = read();
    assertThat(settings.workspace()).isEqualTo(work);
    assertThat(settings.store())
        .isEqualTo(new StoreLocation(work.resolve(".drover/drover.db"), Origin.DEFAULT));
    assertThat(settings.approve()).isEqualTo(ApprovalMode.ASK);
    assertThat(settings.agent().name()).isEqualTo("main");
    assertThat(settings.agent().model()).isEqualTo(new ModelSelection.None());
    assertThat(settings.agent().maxTurns()).isEqualTo(50);
    assertThat(settings.agent().policy()).isEqualTo(Policy.STANDARD);
  }

  @Test
  void strongerSourcesOverrideWeakerOnes() {
    atHome("agent: from-home\nbudget: 1");
    assertThat(read().agent().name()).isEqualTo("from-home");
    inWorkspace("agent: from-workspace");
    assertThat(read().agent().name()).isEqualTo("from-workspace");
    environment.put("DROVER_AGENT", "from-environment");
    assertThat(read().agent().name()).isEqualTo("from-environment");
    flags.put(ConfigurationKey.AGENT, "from-flag");
    assertThat(read().agent().name()).isEqualTo("from-flag");
    assertThat(read().agent().budget()).isEqualTo(1);
  }

  @Test
  void aModelInAStrongerSourceOverridesAScriptInAWeakerOne() {
    inWorkspace("script: weak.yaml");
    environment.put("DROVER_MODEL", "script/strong.yaml");
    assertThat(read().agent().model())
        .isEqualTo(new ModelSelection.Script(work.resolve("strong.yaml")));
  }

  @Test
  void pathsAreRelativeToTheirSource() {
    atHome("script: fix.yaml\nstore: all.db");
    assertThat(read().agent().model())
        .isEqualTo(new ModelSelection.Script(home.resolve(".config/drover/fix.yaml")));
    assertThat(read().store())
        .isEqualTo(new StoreLocation(home.resolve(".config/drover/all.db"), Origin.NAMED));
    flags.put(ConfigurationKey.STORE, "here.db");
    assertThat(read().store().file()).isEqualTo(work.resolve("here.db"));
  }

  @Test
  void theRemainingKeysOfAFileAreRead() {
    inWorkspace(
        """
        approve: deny
        max-turns: 7
        instructions: Be brief.
        allow: ["bash(make test)", edit]
        ask: ls
        deny: [write]
        """);
    var settings = read();
    assertThat(settings.approve()).isEqualTo(ApprovalMode.DENY);
    assertThat(settings.agent().maxTurns()).isEqualTo(7);
    assertThat(settings.agent().instructions()).isEqualTo("Be brief.");
    assertThat(settings.agent().policy())
        .isEqualTo(
            Policy.STANDARD.allowing("bash(make test)", "edit").asking("ls").denying("write"));
  }

  @Test
  void pricesAreReadFromLinesOfAFile() {
    inWorkspace("prices: [\"a/b 3.00 15\", \"c/d 1 2 0.1 1.25\"]");
    assertThat(read().prices().of("a/b"))
        .contains(new TokenPrice(3_000_000, 15_000_000, 3_000_000, 3_000_000));
    assertThat(read().prices().of("c/d"))
        .contains(new TokenPrice(1_000_000, 2_000_000, 100_000, 1_250_000));
    assertThat(read().prices().of("e/f")).isEmpty();
    inWorkspace("prices: a/b 3.00");
    assertRefused("configuration_invalid: prices in ", "'a/b 3.00' is no price");
    inWorkspace("prices: a/b cheap free");
    assertRefused("configuration_invalid: prices in ", "'cheap' is not a price");
    inWorkspace("prices: model 1 2");
    assertRefused("configuration_invalid: prices in ", "'model' is not a model's name");
  }

  @Test
  void anUnknownKeyIsAnErrorThatNamesTheClosestOne() {
    inWorkspace("max-turn: 3");
    assertRefused("unknown_key: there is no key 'max-turn'", "Did you mean 'max-turns'?");
  }

  @Test
  void errorsNameTheSourceOfTheInvalidValue() {
    inWorkspace("budget: many");
    assertRefused(
        "configuration_invalid: budget in " + work.resolve("drover.yaml"),
        "'many' is not a number");
    inWorkspace("store: [a, b]");
    assertRefused(
        "configuration_invalid: " + work.resolve("drover.yaml"), "store must be one value");
    inWorkspace("allow: [\"bash(\"]");
    assertRefused("configuration_invalid: allow in ", "rule 'bash('");
    inWorkspace("just words");
    assertRefused("configuration_invalid: ", "it is not a mapping");
    inWorkspace("a: b: c");
    assertRefused("configuration_invalid: ", "it is not YAML");
  }

  private void assertRefused(String start, String part) {
    assertThatThrownBy(this::read)
        .isInstanceOf(CliRefusal.class)
        .hasMessageStartingWith(start)
        .hasMessageContaining(part);
  }

  @Test
  void hooksAreReadFromThePersonsFile() {
    atHome("hooks: [ 'guard before_tool guard.sh -v', 'log run_end log.sh' ]");
    assertThat(read().agent().hooks()).extracting(Hook::name).containsExactly("guard", "log");
  }

  @Test
  void aWorkspaceCannotDefineHooks() {
    inWorkspace("hooks: 'guard before_tool guard.sh'");
    assertThatThrownBy(this::read)
        .isInstanceOf(CliRefusal.class)
        .hasMessageContaining("a workspace may not choose them");
  }

  @Test
  void anInvalidHookIsRefused() {
    atHome("hooks: 'guard befor_tool guard.sh'");
    assertThatThrownBy(this::read)
        .hasMessageContaining("there is no point 'befor_tool'")
        .hasMessageContaining("Did you mean 'before_tool'?");
    atHome("hooks: guard");
    assertThatThrownBy(this::read).hasMessageContaining("Write NAME POINT PROGRAM");
    atHome("hooks: '!guard before_tool guard.sh'");
    assertThatThrownBy(this::read).hasMessageContaining("'!guard' is not a hook's name");
  }

  @Test
  void compactionSettingsAreReadFromWords() {
    assertThat(read().agent().compaction()).isEqualTo(CompactionPolicy.DEFAULT);
    write(work.resolve("drover.yaml"), "compaction: off\n");
    assertThat(read().agent().compaction()).isEqualTo(CompactionPolicy.OFF);
    write(
        work.resolve("drover.yaml"),
        "compaction: [at 80, reserve 10000, tail 4000, spare 30000]\n");
    assertThat(read().agent().compaction())
        .isEqualTo(
            new CompactionPolicy(
                CompactionPolicy.Mode.BY_ITSELF,
                80,
                10_000,
                new CompactionPolicy.Tail(0, 4_000, 4_000),
                30_000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"at 101", "at 0", "at", "never", "[off, at 80]", "tail many", "off 3"})
  void invalidCompactionSettingsAreRefused(String words) {
    write(work.resolve("drover.yaml"), "compaction: " + words + "\n");
    assertThatThrownBy(this::read)
        .isInstanceOf(CliRefusal.class)
        .hasMessageContaining("compaction in");
  }

  @Test
  void fallbackModelsAreReadFromAListOfNames() {
    write(work.resolve("drover.yaml"), "model: ollama/a\nfallback: [ollama/b, openai/c]\n");
    assertThat(read().agent().models())
        .isEqualTo(
            new ModelFallbackChain(
                new ModelSelection.Hosted("ollama", "a", "model in " + work.resolve("drover.yaml")),
                List.of(
                    new ModelSelection.Hosted(
                        "ollama", "b", "fallback in " + work.resolve("drover.yaml")),
                    new ModelSelection.Hosted(
                        "openai", "c", "fallback in " + work.resolve("drover.yaml")))));
  }
}
