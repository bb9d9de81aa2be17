package dev.drover.cli.config;

import dev.drover.cli.environment.CliEnvironment;
import dev.drover.cli.environment.CliRefusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The files that a person has trusted: one record per folder, kept with the person's own
/// configuration, and never in the folder itself.
///
/// The first line of a record names the folder, and each further line has the digest and the path
/// of a file. It is replaced atomically, so that no process reads half a record.
public final class TrustRecords {
  private static final String RECORDS = "trust";
  private static final String SERVERS = "mcp-approved";
  private static final String FIRST_LINE = "folder ";
  private static final int LONGEST_RECORD = 1024 * 1024;

  private final @Nullable Path folder;

  private TrustRecords(@Nullable Path folder) {
    this.folder = folder;
  }

  public static TrustRecords of(CliEnvironment host) {
    return new TrustRecords(host.personalFolder().map(own -> own.resolve(RECORDS)).orElse(null));
  }

  /// The approved MCP servers of folders, by their names.
  static TrustRecords ofServers(CliEnvironment host) {
    return new TrustRecords(host.personalFolder().map(own -> own.resolve(SERVERS)).orElse(null));
  }

  /// The trusted files of a folder: digests by path.
  ///
  /// @param place the real path of the folder
  Optional<SortedMap<String, String>> find(Path place) {
    if (folder == null) {
      return Optional.empty();
    }
    var file = folder.resolve(nameOf(place));
    try (var in = Files.newInputStream(file)) {
      var text = new String(in.readNBytes(LONGEST_RECORD), StandardCharsets.UTF_8);
      var lines = text.lines().toList();
      if (lines.isEmpty() || !lines.getFirst().equals(FIRST_LINE + escaped(place.toString()))) {
        return Optional.empty();
      }
      var digests = new TreeMap<String, String>();
      for (var line : lines.subList(1, lines.size())) {
        int blank = line.indexOf(' ');
        digests.put(line.substring(blank + 1), line.substring(0, Math.max(0, blank)));
      }
      return Optional.of(digests);
    } catch (IOException none) {
      // An unreadable record trusts nothing.
      return Optional.empty();
    }
  }

  /// @param place the real path of the folder
  /// @param digests by path
  public void save(Path place, SortedMap<String, String> digests) {
    if (folder == null) {
      throw noHome();
    }
    var text = new StringBuilder(FIRST_LINE + escaped(place.toString()) + "\n");
    digests.forEach((path, digest) -> text.append(digest + " " + path + "\n"));
    var file = folder.resolve(nameOf(place));
    try {
      Files.createDirectories(folder, only("rwx------"));
      var next = Files.createTempFile(folder, "new-", "", only("rw-------"));
      try {
        Files.writeString(next, text, StandardOpenOption.TRUNCATE_EXISTING);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(next);
      }
    } catch (IOException broken) {
      throw unwritable(file, broken);
    }
  }

  /// @return whether the folder had a record
  public boolean forget(Path place) {
    if (folder == null) {
      return false;
    }
    var file = folder.resolve(nameOf(place));
    try {
      return Files.deleteIfExists(file);
    } catch (IOException broken) {
      throw unwritable(file, broken);
    }
  }

  private static FileAttribute<?>[] only(String mode) {
    return Path.of("").getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))
        }
        : new FileAttribute<?>[0];
  }

  private static CliRefusal noHome() {
    return CliRefusal.failed(
        "no_home",
        "trust is kept in the home folder, and this person has none",
        "Set HOME, or XDG_CONFIG_HOME, to a folder of your own.");
  }

  private static CliRefusal unwritable(Path file, IOException why) {
    return CliRefusal.failed(
        "trust_unwritable",
        "%s cannot be written: %s".formatted(file, why.getMessage()),
        "Allow it, or set XDG_CONFIG_HOME to a folder of your own.");
  }

  private static String nameOf(Path place) {
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of()
          .formatHex(sha.digest(place.toString().getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }

  /// Encodes a path on one line, in ASCII; different paths have different encodings.
  static String escaped(String path) {
    var text = new StringBuilder(path.length());
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c > ' ' && c < 0x7f && c != '\\') {
        text.append(c);
      } else {
        text.append("\\u%04x".formatted((int) c));
      }
    }
    return text.toString();
  }
}
