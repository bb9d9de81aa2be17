package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.runtime.Drover;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A store that came with a stranger's folder: it can be looked at, and nothing in it counts.
@Tag("J4")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ForeignStoreTest {
  private static final String TOUCH =
      """
      turns:
        - calls: [ {tool: bash, args: {command: "touch pwned"}} ]
        - text: "Done."
      """;

  @TempDir Path place;
  private Desk desk;

  @BeforeEach
  void aFolder() {
    desk = new Desk(place).write("s.yaml", TOUCH);
  }

  /// Makes a store with a question and a grant for always, and puts a copy in its place, as a clone
  /// of a repository would.
  private void cloneWithStore() throws IOException {
    assertThat(desk.call("run", "--script", "s.yaml", "--session", "a", "go").exit()).isEqualTo(3);
    assertThat(desk.call("approve", "a.e2", "--always").exit()).isZero();
    assertThat(desk.call("resume", "--script", "s.yaml").exit()).isZero();
    Files.delete(desk.folder().resolve("pwned"));
    assertThat(desk.call("run", "--script", "s.yaml", "--session", "b", "go").exit()).isZero();
    assertThat(desk.folder().resolve("pwned")).exists();
    Files.delete(desk.folder().resolve("pwned"));
    var store = desk.folder().resolve(".drover/drover.db");
    var copy = Files.copy(store, place.resolve("copy"));
    Files.delete(store);
    Files.copy(copy, store);
  }

  @Test
  void grantsAndSessionsOfAForeignStoreDoNotCount() throws IOException {
    cloneWithStore();
    for (var session : new String[] {"a", "new"}) {
      var run = desk.call("run", "--script", "s.yaml", "--session", session, "go");
      assertThat(desk.folder().resolve("pwned")).doesNotExist();
      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.err()).startsWith("store_foreign: ").contains("'drover trust'", "--store");
    }
    assertThat(desk.piping("go\n").call("chat", "--script", "s.yaml").err())
        .startsWith("store_foreign: ");
    assertThat(desk.call("approve", "a.e2").err()).startsWith("store_foreign: ");
    assertThat(desk.call("sessions").out()).contains("a ");
  }

  @Test
  void aPersonMayTrustAStoreAfterHavingSeenWhatItGrants() throws IOException {
    cloneWithStore();
    var shown = desk.call("trust", "--show");
    assertThat(shown.out()).contains("drover.db", "2 sessions", "bash(=touch pwned)");
    desk.trusted();
    assertThat(desk.call("run", "--script", "s.yaml", "--session", "new", "go").exit()).isZero();
    assertThat(desk.folder().resolve("pwned")).exists();
  }

  @Test
  void aStoreThatAPersonNamesIsThePersonsChoice() throws IOException {
    cloneWithStore();
    var run = desk.call("run", "--script", "s.yaml", "--store", ".drover/drover.db", "go");
    assertThat(run.exit()).isZero();
  }

  @Test
  void aStoreOfAProgramWithTheLibraryIsNoStrangers() {
    try (var drover = Drover.embedded(desk.folder().resolve(".drover"))) {
      assertThat(drover.archive().sessions()).isEmpty();
    }
    assertThat(desk.call("run", "--script", "s.yaml", "go").exit()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {".gitignore", "drover.db", "drover.db-wal", "drover.db.history"})
  void aLinkInTheFolderOfTheStoreIsNotWrittenThrough(String name) throws IOException {
    var precious = Files.writeString(place.resolve("precious"), "");
    Files.createDirectories(desk.folder().resolve(".drover"));
    Files.createSymbolicLink(desk.folder().resolve(".drover").resolve(name), precious);
    var run = desk.call("run", "--script", "s.yaml", "go");
    assertThat(run.err()).startsWith("store_linked: ");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(precious).isEmptyFile();
  }

  @Test
  void aStoreIsNotMadeWhereALinkLeads() throws IOException {
    var elsewhere = Files.createDirectory(place.resolve("elsewhere"));
    Files.createSymbolicLink(desk.folder().resolve(".drover"), elsewhere);
    assertThat(desk.call("run", "--script", "s.yaml", "go").err()).startsWith("store_linked: ");
    assertThat(elsewhere).isEmptyDirectory();
  }
}
