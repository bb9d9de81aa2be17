package dev.drover.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.spi.PortException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A store contains conversations and data that tools have read: only its owner can read it.
@Tag("J4")
class StorePermissionsTest {
  @TempDir Path place;

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static void chmod(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  private static void assertPrivate(Path file) throws IOException {
    for (var ending : List.of("", "-wal", "-shm")) {
      assertThat(mode(file.resolveSibling(file.getFileName() + ending)))
          .as(ending)
          .isEqualTo("rw-------");
    }
  }

  @Test
  void aNewStoreAndItsFoldersArePrivateToTheirOwner() throws IOException {
    var folder = place.resolve("a/.drover");
    var file = folder.resolve("drover.db");
    try (var store = SqliteStore.open(file)) {
      assertThat(store.description()).isNotEmpty();
      assertPrivate(file);
      assertThat(mode(folder)).isEqualTo("rwx------");
      assertThat(mode(place.resolve("a"))).isEqualTo("rwx------");
    }
  }

  @Test
  void openingAStoreMakesItPrivateAndItsFolderOnlyIfItIsOurs() throws IOException {
    chmod(place, "rwxr-xr-x");
    var folder = place.resolve(".drover");
    var file = folder.resolve("drover.db");
    SqliteStore.open(file).close();
    chmod(file, "rw-rw-rw-");
    chmod(folder, "rwxrwxrwx");
    var named = place.resolve("named.db");
    SqliteStore.open(named).close();
    chmod(named, "rw-r--r--");
    try (var first = SqliteStore.open(file);
        var second = SqliteStore.open(named)) {
      assertThat(first.description()).isNotEqualTo(second.description());
      assertPrivate(file);
      assertPrivate(named);
    }
    assertThat(mode(folder)).isEqualTo("rwx------");
    assertThat(mode(place)).isEqualTo("rwxr-xr-x");
  }

  @Test
  void theTargetOfALinkKeepsItsMode() throws IOException {
    var elsewhere = Files.createDirectory(place.resolve("elsewhere"));
    chmod(elsewhere, "rwxr-xr-x");
    Files.createSymbolicLink(place.resolve(".drover"), elsewhere);
    SqliteStore.open(place.resolve(".drover/drover.db")).close();
    assertThat(mode(elsewhere)).isEqualTo("rwxr-xr-x");
  }

  @Test
  void aFileOfAnotherProgramKeepsItsMode() throws IOException {
    var file =
        Files.writeString(place.resolve("notes.txt"), "This is no database at all.\n".repeat(99));
    chmod(file, "rw-r--r--");
    assertThatThrownBy(() -> SqliteStore.open(file)).isInstanceOf(PortException.class);
    assertThat(mode(file)).isEqualTo("rw-r--r--");
  }

  /// Opens the store in the given file, in a process with its own umask.
  public static void main(String... args) throws IOException {
    var folder = Path.of(args[0]);
    var file = folder.resolve("drover.db");
    try (var store = SqliteStore.open(file)) {
      for (var path : List.of("", "-wal", "-shm")) {
        System.out.print(mode(file.resolveSibling(file.getFileName() + path)) + " ");
      }
      System.out.print(mode(folder) + (store.description().isEmpty() ? "?" : ""));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"000", "077", "022"})
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void theUmaskOfTheProcessMakesNoDifference(String mask) throws Exception {
    var process =
        new ProcessBuilder(
                "sh",
                "-c",
                "umask %s; exec \"$@\"".formatted(mask),
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                StorePermissionsTest.class.getName(),
                place.resolve(".drover").toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("rw------- rw------- rw------- rwx------");
  }
}
