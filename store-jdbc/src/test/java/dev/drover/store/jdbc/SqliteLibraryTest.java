package dev.drover.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteJDBCLoader;

/// Processes that start at any time, with any home, load the library that came with the driver, and
/// print nothing about it.
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SqliteLibraryTest {
  private static final String OPENED = "opened\n";

  @TempDir Path place;
  private Path home;
  private Path temporary;

  @BeforeEach
  void makeFolders() throws IOException {
    home = Files.createDirectory(place.resolve("home"));
    temporary = Files.createDirectory(place.resolve("temporary"));
  }

  /// Opens a store in the given folder.
  public static void main(String... args) {
    try (var store = SqliteStore.open(Path.of(args[0]).resolve("drover.db"))) {
      System.out.print(store.description().isEmpty() ? "nothing\n" : OPENED);
    }
  }

  private Process start(String store, String... options) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-Duser.home=" + home, "-Djava.io.tmpdir=" + temporary));
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(SqliteLibraryTest.class.getName(), place.resolve(store).toString()));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static String outputOf(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private Path unpacked() throws IOException {
    try (var files = Files.walk(home.resolve(".cache/drover"))) {
      return files.filter(Files::isRegularFile).toList().getFirst();
    }
  }

  private static void chmod(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  /// A library that another process, which uses the driver alone, has just unpacked and not yet
  /// locked.
  private Path unpackedByTheDriver() throws IOException {
    var name = "sqlite-" + SQLiteJDBCLoader.getVersion() + "-of-another-libsqlitejdbc.so";
    return Files.writeString(temporary.resolve(name), "the library");
  }

  @Test
  void theLibraryOfAnotherProcessIsNotTouched() throws IOException {
    var ofAnother = unpackedByTheDriver();
    assertThat(outputOf(start("store"))).isEqualTo(OPENED);
    assertThat(ofAnother).exists();
  }

  @Test
  void processesThatStartTogetherUnpackOneLibrary() throws IOException {
    var processes = new ArrayList<Process>();
    for (var store : List.of("one", "two", "three", "four")) {
      processes.add(start(store));
    }
    for (var process : processes) {
      assertThat(outputOf(process)).isEqualTo(OPENED);
    }
    try (var left = Files.list(unpacked().getParent())) {
      assertThat(left).containsExactly(unpacked());
    }
    try (var left = Files.list(temporary)) {
      assertThat(left.filter(each -> !each.toString().contains("hsperfdata"))).isEmpty();
    }
  }

  @Test
  void onlyTheOwnerCanAccessTheLibrary() throws IOException {
    assertThat(outputOf(start("store"))).isEqualTo(OPENED);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(unpacked())))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(unpacked().getParent())))
        .isEqualTo("rwx------");
  }

  @Test
  void aHalfWrittenLibraryAndAPlantedOneAreReplaced() throws IOException {
    assertThat(outputOf(start("store"))).isEqualTo(OPENED);
    var file = unpacked();
    var whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));
    assertThat(outputOf(start("store"))).isEqualTo(OPENED);
    assertThat(Files.readAllBytes(file)).isEqualTo(whole);

    var planted = whole.clone();
    planted[planted.length - 1] ^= 1;
    Files.write(file, planted);
    assertThat(outputOf(start("store"))).isEqualTo(OPENED);
    assertThat(Files.readAllBytes(file)).isEqualTo(whole);
  }

  @Test
  void aLinkInPlaceOfTheLibraryIsReplacedAndItsTargetIsNot() throws IOException {
    assertThat(outputOf(start("store"))).isEqualTo(OPENED);
    var file = unpacked();
    var elsewhere = Files.move(file, place.resolve("elsewhere"));
    Files.createSymbolicLink(file, elsewhere);
    assertThat(outputOf(start("store"))).isEqualTo(OPENED);
    assertThat(file).isRegularFile();
    assertThat(Files.isSymbolicLink(file)).isFalse();
    assertThat(elsewhere).exists();
  }

  @Test
  void aPrivateFolderReplacesAHomeThatIsNotWritable() throws IOException {
    Files.writeString(home.resolve(".cache"), "a file where a folder should be");
    assertThat(outputOf(start("store"))).isEqualTo(OPENED);
    Files.delete(home.resolve(".cache"));

    chmod(home, "r-xr-xr-x");
    assertThat(outputOf(start("store"))).isEqualTo(OPENED);
    chmod(home, "rwxr-xr-x");
  }

  @Test
  void aFolderThatOthersMayWriteToIsNotUsed() throws IOException {
    var open = Files.createDirectories(home.resolve(".cache/drover"));
    chmod(open, "rwxrwxrwx");
    assertThat(outputOf(start("store"))).isEqualTo(OPENED);
    assertThat(open).isEmptyDirectory();
  }

  @Test
  void theProgramCanChooseAnotherFolder() throws IOException {
    var chosen = Files.createDirectory(place.resolve("chosen"));
    assertThat(outputOf(start("store", "-Dorg.sqlite.tmpdir=" + chosen))).isEqualTo(OPENED);
    assertThat(chosen).isNotEmptyDirectory();
    assertThat(home).isEmptyDirectory();
  }

  @Test
  void theDriverLoadsTheProgramsOwnLibrary() throws IOException {
    assertThat(outputOf(start("store"))).isEqualTo(OPENED);
    var own = unpacked().getParent();
    home = Files.createDirectory(place.resolve("other-home"));
    assertThat(outputOf(start("store", "-Dorg.sqlite.lib.path=" + own))).isEqualTo(OPENED);
    assertThat(home).isEmptyDirectory();
  }

  @Test
  void aLibraryThatCannotBeUnpackedIsReported() throws IOException {
    var nowhere = place.resolve("nowhere");
    Files.writeString(home.resolve(".cache"), "a file where a folder should be");
    var output = outputOf(start("store", "-Djava.io.tmpdir=" + nowhere));
    assertThat(output)
        .contains("store_unavailable")
        .contains("SQLite")
        .contains("org.sqlite.tmpdir");
  }

  @Test
  void aLibraryIsNamedByItsContent() throws IOException {
    var first = new BundledNativeLibrary("lib.so", new byte[] {1, 2, 3}).unpackInto(home);
    assertThat(first)
        .hasBinaryContent(new byte[] {1, 2, 3})
        .isEqualTo(
            home.toRealPath()
                .resolve("039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81")
                .resolve("lib.so"));
    assertThatThrownBy(() -> new BundledNativeLibrary("lib.so", new byte[] {4}).unpackInto(first))
        .isInstanceOf(IOException.class);
  }
}
