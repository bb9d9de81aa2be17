package dev.drover.cli.runtime;

import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The secret of the MCP server: random bytes in a file that only its owner can read, in the
/// person's own configuration folder, which tools of agents do not see. It stays the same, so that
/// clients can be configured with the token, and can answer a question after a restart. Deleting
/// the file replaces both.
public final class McpSecret {
  private static final String FILE = "mcp-secret";
  private static final int BYTES = 32;
  private static final String ALGORITHM = "HmacSHA256";

  private final byte[] secret;

  private McpSecret(byte[] secret) {
    this.secret = secret;
  }

  /// Reads the secret; makes one if there is none.
  public static McpSecret of(CliEnvironment environment) {
    var folder =
        environment
            .personalFolder()
            .orElseThrow(
                () ->
                    CliRefusal.failed(
                        "secret_impossible",
                        "there is no home folder to keep the secret of the MCP server in",
                        "Set HOME or XDG_CONFIG_HOME."));
    var file = folder.resolve(FILE);
    try {
      if (!Files.exists(file)) {
        create(folder, file);
      }
      var secret = HexFormat.of().parseHex(Files.readString(file).strip());
      if (secret.length == BYTES) {
        return new McpSecret(secret);
      }
    } catch (IOException unusable) {
      throw CliRefusal.failed(
          "secret_unusable",
          "the secret of the MCP server cannot be kept in %s: %s"
              .formatted(file, IoErrors.describe(unusable)),
          "Make the file accessible to you.");
    } catch (IllegalArgumentException malformed) {
      throw malformed(file);
    }
    throw malformed(file);
  }

  private static CliRefusal malformed(Path file) {
    return CliRefusal.failed(
        "secret_unusable",
        "%s does not have %d bytes in hexadecimal digits".formatted(file, BYTES),
        "Delete the file. Clients then need the new token.");
  }

  /// Of two processes that make one at the same time, one is first, and both use its secret.
  private static void create(Path folder, Path file) throws IOException {
    Files.createDirectories(folder);
    var fresh = new byte[BYTES];
    new SecureRandom().nextBytes(fresh);
    var draft =
        Files.createTempFile(
            folder,
            FILE,
            ".new",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      Files.writeString(draft, HexFormat.of().formatHex(fresh) + "\n");
      Files.createLink(file, draft);
    } catch (FileAlreadyExistsException other) {
      return;
    } finally {
      Files.delete(draft);
    }
  }

  /// Seals what clients keep for the server.
  public byte[] key() {
    return derived("request state");
  }

  /// What clients send over HTTP.
  public String token() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(derived("bearer token"));
  }

  /// One of them does not give the other away.
  private byte[] derived(String purpose) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      return mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
