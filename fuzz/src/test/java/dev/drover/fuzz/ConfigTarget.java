package dev.drover.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.cli.config.FolderTrust;
import dev.drover.cli.config.ProviderKeySource;
import dev.drover.cli.config.ProviderSettings;
import dev.drover.cli.config.Settings;
import dev.drover.cli.config.SettingsReader;
import dev.drover.cli.config.TrustRecords;
import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.cli.environment.StandardStreams;
import dev.drover.cli.environment.Terminal;
import dev.drover.spi.time.Time;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The result is settings, or a refusal that names the file. A file that came with the workspace
/// must not choose a program, nor send a key to another host.
final class ConfigTarget implements FuzzTarget {
  private final Path folder = ScratchFolder.folder();
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
    // A setting allowed in an untrusted file is also allowed in the user's own.
    assertThat(settings != null && mine == null).isFalse();
  }

  private @Nullable Settings read(Path file) {
    var nothing = new PrintStream(OutputStream.nullOutputStream());
    var streams = new StandardStreams(InputStream.nullInputStream(), nothing, nothing);
    var host =
        new CliEnvironment(
            Map.of(), workspace, home, "ada", streams, Terminal.NONE, Time.system(), _ -> {});
    try {
      var trust = SettingsReader.configuration(host, null, Map.of()).trust();
      if (trust.status() == FolderTrust.Status.UNTRUSTED) {
        TrustRecords.of(host).save(trust.folder(), trust.digests());
      }
      return SettingsReader.read(host, null, Map.of());
    } catch (CliRefusal refused) {
      RefusalChecks.check(
          refused.problem(), "configuration_invalid", "unknown_key", "model_unknown");
      assertThat(refused.problem().detail()).contains(file.toString());
      return null;
    }
  }

  private static void isHarmless(ProviderSettings provider) {
    assertThat(provider.key()).isNotInstanceOf(ProviderKeySource.Command.class);
    if (provider.baseUrl() != null && provider.key() instanceof ProviderKeySource.Variable) {
      assertThat(URI.create(provider.baseUrl()).getHost())
          .matches("localhost|\\[::1]|127\\.\\d+\\.\\d+\\.\\d+");
    }
  }
}
