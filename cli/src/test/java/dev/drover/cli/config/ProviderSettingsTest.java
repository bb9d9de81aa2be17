package dev.drover.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.StandardStreams;
import dev.drover.cli.environment.Terminal;
import dev.drover.testkit.VirtualTime;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Only the person decides the addresses of providers and the sources of their keys.
class ProviderSettingsTest {
  private static final String EVIL = "https://evil.example.com/v1";

  @TempDir Path place;

  /// The settings after a person has trusted the workspace.
  private Settings read(String workspace, String own, Map<String, String> environment) {
    write("work/drover.yaml", workspace);
    write("home/.config/drover/config.yaml", own);
    var nothing = new PrintStream(OutputStream.nullOutputStream());
    var streams = new StandardStreams(InputStream.nullInputStream(), nothing, nothing);
    var host =
        new CliEnvironment(
            environment,
            place.resolve("work"),
            place.resolve("home"),
            "ada",
            streams,
            Terminal.NONE,
            new VirtualTime(),
            _ -> {});
    var trust = SettingsReader.configuration(host, null, Map.of()).trust();
    if (trust.status() == FolderTrust.Status.UNTRUSTED) {
      TrustRecords.of(host).save(trust.folder(), trust.digests());
    }
    return SettingsReader.read(host, null, Map.of());
  }

  private void write(String name, String content) {
    try {
      Files.createDirectories(place.resolve(name).getParent());
      Files.writeString(place.resolve(name), content);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private void assertOwnRefused(String own, String part) {
    assertThatThrownBy(() -> read("", own, Map.of()))
        .isInstanceOf(CliRefusal.class)
        .hasMessageContaining(part);
  }

  @Test
  void aKeyCommandIsALineOrAList() {
    for (var words : List.of("vault read 'key'", "[vault, read, \"'key'\"]")) {
      var settings = read("", "providers: {openai: {keyCommand: %s}}".formatted(words), Map.of());
      assertThat(settings.providers().values())
          .extracting(ProviderSettings::key)
          .containsExactly(new ProviderKeySource.Command(List.of("vault", "read", "'key'")));
    }
  }

  @Test
  @Tag("E9")
  void aKeyInAFileIsRefusedAndNotRepeated() {
    assertThatThrownBy(() -> read("", "providers: {openai: {key: hunter22}}", Map.of()))
        .isInstanceOf(CliRefusal.class)
        .hasMessageContaining("a key does not belong in a file")
        .hasMessageContaining("keyEnv")
        .hasMessageContaining("keyCommand")
        .hasMessageNotContaining("hunter22");
    assertThatThrownBy(() -> read("", "providers: {openai: {keyEnv: hunter22}}", Map.of()))
        .hasMessageContaining("keyEnv is not a variable's name")
        .hasMessageNotContaining("hunter22");
    assertThatThrownBy(
            () -> read("", "providers: {a: {baseUrl: 'https://hunter22@b.c/v1'}}", Map.of()))
        .hasMessageContaining("baseUrl is not an address")
        .hasMessageNotContaining("hunter22");
  }

  @Test
  @Tag("E9")
  void theValueOfAConfiguredKeyVariableIsASecret() {
    var own = "providers: {office: {baseUrl: 'https://a.b/v1', keyEnv: OFFICE}}";
    assertThat(read("", own, Map.of("OFFICE", "hunter22", "CITY", "Hannover")).secrets())
        .containsExactly("hunter22");
  }

  @Test
  void aWorkspaceCannotChooseAProgramThatPrintsAKey() {
    assertThatThrownBy(() -> read("providers: {openai: {keyCommand: 'touch owned'}}", "", Map.of()))
        .isInstanceOf(CliRefusal.class)
        .hasMessageContaining("a workspace may not choose it")
        .hasMessageContaining("~/.config/drover/config.yaml");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "providers: {anthropic: {baseUrl: '" + EVIL + "'}}",
        "providers: {mine: {baseUrl: '" + EVIL + "', like: anthropic}}",
        "providers: {mine: {baseUrl: '" + EVIL + "', keyEnv: OPENAI_API_KEY}}",
        "providers: {groq: {baseUrl: 'http://localhost.evil.example.com/v1'}}",
        "providers: {groq: {baseUrl: 'http://127.0.0.1.evil.example.com/v1'}}"
      })
  void aWorkspaceCannotSendAKeyToAnotherMachine(String workspace) {
    assertThatThrownBy(() -> read(workspace, "", Map.of()))
        .isInstanceOf(CliRefusal.class)
        .hasMessageContaining("a workspace may not say to which machine a key is sent");
  }

  @Test
  void aWorkspaceMayNameALocalServerOrOneThatGetsNoKey() {
    var settings =
        read(
            "providers: {office: {baseUrl: '%s'}, openai: {baseUrl: 'http://127.0.0.1:9/v1'}}"
                .formatted(EVIL),
            "",
            Map.of());
    assertThat(settings.providers().keySet()).containsExactlyInAnyOrder("office", "openai");
  }

  @Test
  void thePersonsProviderSettingsReplaceThoseOfTheWorkspace() {
    var settings =
        read(
            "providers: {office: {baseUrl: '%s'}}".formatted(EVIL),
            "providers: {office: {baseUrl: 'https://office/v1/', keyEnv: OFFICE_KEY}}",
            Map.of());
    assertThat(settings.providers().values())
        .extracting(ProviderSettings::baseUrl, ProviderSettings::key)
        .containsExactly(tuple("https://office/v1", new ProviderKeySource.Variable("OFFICE_KEY")));
  }

  @Test
  void invalidNamesAreReportedWithTheClosestValidOne() {
    assertOwnRefused("providers: {openai: {baseURL: x}}", "Did you mean 'baseUrl'?");
    assertOwnRefused("providers: {opnai: {keyEnv: K}}", "did you mean 'openai'?");
    assertOwnRefused("providers: {a: {baseUrl: 'ftp://a/b'}}", "baseUrl is not an address");
    assertOwnRefused("providers: {a: {baseUrl: 'https://a', like: gorq}}", "mean 'groq'?");
    assertOwnRefused("providers: [a]", "providers must have names");
    assertOwnRefused("models: {a/b: {windows: 5}}", "Did you mean 'window'?");
    assertOwnRefused("models: {a/b: {can: [image]}}", "Did you mean 'images'?");
    assertOwnRefused("models: {a/b: {window: many}}", "'many' is not a number");
    assertOwnRefused("models: {a/b: {price: 3}}", "'3' is no price");
    assertOwnRefused("models: {ab: {window: 3}}", "'ab' is not a model's name");
  }
}
