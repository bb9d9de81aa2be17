package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.kernel.value.SessionId;
import dev.drover.spi.Bytes;
import dev.drover.spi.store.Journal.EventRange;
import dev.drover.spi.store.Journal.Snapshot;
import dev.drover.store.jdbc.SqliteStore;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Events dropped by retention are reported at their position.
@Tag("A9")
@Tag("J1")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TrimmedEventsTest {
  @TempDir Path place;
  private CliFixture cli;

  @BeforeEach
  void aSessionWithoutItsMiddle() {
    cli = new CliFixture(place).write("s.yaml", CliScripts.LOOK);
    assertThat(cli.call("run", "--script", "s.yaml", "--session", "a", "look").exit()).isZero();
    try (var store = SqliteStore.open(cli.folder().resolve(".drover/drover.db"))) {
      store
          .journal()
          .trim(new SessionId("a"), new Snapshot(5, Bytes.of("{}")), List.of(new EventRange(3, 5)));
    }
  }

  @Test
  void aPersonSeesTheNumberOfTrimmedEvents() {
    var lines = cli.call("events", "a").out().lines().toList();
    assertThat(lines.get(2)).isEqualTo("(3 events are no longer kept)");
    assertThat(lines.get(3)).contains("6");
    assertThat(cli.call("events", "a", "--after", "4").out())
        .startsWith("(1 event is no longer kept)\n");
    assertThat(cli.call("events", "a", "--after", "5").out()).doesNotContain("no longer kept");
  }

  @Test
  void aProgramReadsTrimmedEventsAsAnObject() {
    var lines = cli.call("events", "a", "--json").out().lines().toList();
    assertThat(lines.get(2))
        .isEqualTo(
            "{\"session\":\"a\",\"type\":\"missed\",\"fragments\":0,\"events\":3,\"why\":\"trimmed\"}");
    assertThat(lines.get(3)).contains("\"seq\":6");
  }
}
