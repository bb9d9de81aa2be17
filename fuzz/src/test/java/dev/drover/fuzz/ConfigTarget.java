package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.cli.config.FolderTrust;
import dev.drover.cli.config.KeySource;
import dev.drover.cli.config.ProviderSettings;
import dev.drover.cli.config.Settings;
import dev.drover.cli.config.SettingsReader;
import dev.drover.cli.config.TrustRecords;
import dev.drover.cli.host.Host;
import dev.drover.cli.host.Refusal;
import dev.drover.cli.host.Streams;
import dev.drover.cli.host.Terminal;
import dev.drover.runtime.SystemTime;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Settings, or a refusal that names the file. A file that came with the workspace chooses no
/// program, and no foreign machine for a key.
final class ConfigTarget implements Target {
  private final Path folder = Scratch.folder();
  private final Path workspace = folder.resolve("work");
  private final Path home = folder.resolve("home");
  private final Path foreign = workspace.resolve("drover.yaml");
  private final Path own = home.resolve(".config/drover/config.yaml");

  @Override
  public void accept(byte[] input) throws IOException {
    Files.createDirectories(workspace);
    Files.createDirectories(own.getParent());
    Files.deleteIfExists(own);
    Files.write(foreign, input);
    var settings = read(foreign);
    if (settings != null) {
      settings.providers().values().forEach(ConfigTarget::isHarmless);
    }
    Files.delete(foreign);
    Files.write(own, input);
    var mine = read(own);
    // What a stranger may say, its owner may say as well.
    assertThat(settings != null && mine == null).isFalse();
  }

  private @Nullable Settings read(Path file) {
    var nothing = new PrintStream(OutputStream.nullOutputStream());
    var streams = new Streams(InputStream.nullInputStream(), nothing, nothing);
    var host =
        new Host(
            Map.of(), workspace, home, "ada", streams, Terminal.NONE, new SystemTime(), _ -> {});
    try {
      var trust = SettingsReader.configuration(host, null, Map.of()).trust();
      if (trust.status() == FolderTrust.Status.UNTRUSTED) {
        TrustRecords.of(host).save(trust.place(), trust.digests());
      }
      return SettingsReader.read(host, null, Map.of());
    } catch (Refusal refused) {
      Refusals.check(refused.problem(), "configuration_invalid", "unknown_key", "model_unknown");
      assertThat(refused.problem().detail()).contains(file.toString());
      return null;
    }
  }

  private static void isHarmless(ProviderSettings provider) {
    assertThat(provider.key()).isNotInstanceOf(KeySource.Command.class);
    if (provider.baseUrl() != null && provider.key() instanceof KeySource.Variable) {
      assertThat(URI.create(provider.baseUrl()).getHost())
          .matches("localhost|\\[::1]|127\\.\\d+\\.\\d+\\.\\d+");
    }
  }
}
