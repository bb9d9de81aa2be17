package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.Drover;
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

/// A store that came with a stranger's folder can be inspected, but nothing in it takes effect.
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
  private CliFixture cli;

  @BeforeEach
  void aFolder() {
    cli = new CliFixture(place).write("s.yaml", TOUCH);
  }

  /// Creates a store with a question and a grant for always, and replaces it with a copy, as a
  /// clone of a repository would.
  private void cloneWithStore() throws IOException {
    assertThat(cli.call("run", "--script", "s.yaml", "--session", "a", "go").exit()).isEqualTo(3);
    assertThat(cli.call("approve", "a.e2", "--always").exit()).isZero();
    assertThat(cli.call("resume", "--script", "s.yaml").exit()).isZero();
    Files.delete(cli.folder().resolve("pwned"));
    assertThat(cli.call("run", "--script", "s.yaml", "--session", "b", "go").exit()).isZero();
    assertThat(cli.folder().resolve("pwned")).exists();
    Files.delete(cli.folder().resolve("pwned"));
    var store = cli.folder().resolve(".drover/drover.db");
    var copy = Files.copy(store, place.resolve("copy"));
    Files.delete(store);
    Files.copy(copy, store);
  }

  @Test
  void grantsAndSessionsOfAForeignStoreHaveNoEffect() throws IOException {
    cloneWithStore();
    for (var session : new String[] {"a", "new"}) {
      var run = cli.call("run", "--script", "s.yaml", "--session", session, "go");
      assertThat(cli.folder().resolve("pwned")).doesNotExist();
      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.err()).startsWith("store_foreign: ").contains("'drover trust'", "--store");
    }
    assertThat(cli.piping("go\n").call("chat", "--script", "s.yaml").err())
        .startsWith("store_foreign: ");
    assertThat(cli.call("approve", "a.e2").err()).startsWith("store_foreign: ");
    assertThat(cli.call("sessions").out()).contains("a ");
  }

  @Test
  void aPersonMayTrustAForeignStoreAfterSeeingItsGrants() throws IOException {
    cloneWithStore();
    var shown = cli.call("trust", "--show");
    assertThat(shown.out()).contains("drover.db", "2 sessions", "bash(=touch pwned)");
    cli.trusted();
    assertThat(cli.call("run", "--script", "s.yaml", "--session", "new", "go").exit()).isZero();
    assertThat(cli.folder().resolve("pwned")).exists();
  }

  @Test
  void aStoreNamedByThePersonIsAccepted() throws IOException {
    cloneWithStore();
    var run = cli.call("run", "--script", "s.yaml", "--store", ".drover/drover.db", "go");
    assertThat(run.exit()).isZero();
  }

  @Test
  void aStoreCreatedByAnEmbeddingProgramIsNotForeign() {
    try (var drover = Drover.embedded(cli.folder().resolve(".drover"))) {
      assertThat(drover.queries().sessions()).isEmpty();
    }
    assertThat(cli.call("run", "--script", "s.yaml", "go").exit()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {".gitignore", "drover.db", "drover.db-wal", "drover.db.history"})
  void aLinkInTheStoreFolderIsNotFollowedForWriting(String name) throws IOException {
    var precious = Files.writeString(place.resolve("precious"), "");
    Files.createDirectories(cli.folder().resolve(".drover"));
    Files.createSymbolicLink(cli.folder().resolve(".drover").resolve(name), precious);
    var run = cli.call("run", "--script", "s.yaml", "go");
    assertThat(run.err()).startsWith("store_linked: ");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(precious).isEmptyFile();
  }

  @Test
  void aStoreIsNotCreatedThroughALink() throws IOException {
    var elsewhere = Files.createDirectory(place.resolve("elsewhere"));
    Files.createSymbolicLink(cli.folder().resolve(".drover"), elsewhere);
    assertThat(cli.call("run", "--script", "s.yaml", "go").err()).startsWith("store_linked: ");
    assertThat(elsewhere).isEmptyDirectory();
  }
}
