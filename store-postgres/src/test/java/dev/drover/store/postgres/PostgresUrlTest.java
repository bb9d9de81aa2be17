package dev.drover.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.spi.PortException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresUrlTest {
  @Test
  void theShortestAddressHasDefaults() {
    assertThat(PostgresUrl.parse("postgresql:///orders"))
        .isEqualTo(
            new PostgresUrl(
                "localhost",
                "orders",
                "postgres",
                null,
                "drover",
                PostgresUrl.Hints.LISTEN,
                Map.of()));
  }

  @Test
  void allPartsAreRead() {
    var url =
        PostgresUrl.parse(
            "postgres://ann:p%40ss@one:5433,two/orders?schema=fleet&hints=poll&sslmode=require");
    assertThat(url)
        .isEqualTo(
            new PostgresUrl(
                "one:5433,two",
                "orders",
                "ann",
                "p@ss",
                "fleet",
                PostgresUrl.Hints.POLL,
                Map.of("sslmode", "require")));
    assertThat(url.toString()).isEqualTo("postgresql://ann@one:5433,two/orders?schema=fleet");
  }

  @ParameterizedTest
  @CsvSource({
    "postgresql://host, is not an address",
    "postgresql://ann:secret@host, postgresql://ann@host is not an address",
    "postgresql://host/db?schema=A-b, the schema A-b is not a name",
    "postgresql://host/db?hints=shout, 'hints is listen or poll, not shout'",
    "postgresql://host/db?pool=7, the option pool is not known"
  })
  void aWrongAddressIsExplainedWithoutItsPassword(String address, String why) {
    assertThatThrownBy(() -> PostgresUrl.parse(address))
        .isInstanceOfSatisfying(
            PortException.class,
            wrong -> {
              assertThat(wrong.problem().code()).isEqualTo("store_address");
              assertThat(wrong.problem().toString()).contains(why).doesNotContain("secret");
            });
  }

  @Test
  void aPasswordIsAddedToAnAddressThatHasNone() {
    assertThat(PostgresStore.withPassword("postgresql://ann@host/db", "p@s s$1"))
        .isEqualTo("postgresql://ann:p%40s%20s%241@host/db");
    assertThat(PostgresStore.withPassword("postgresql://host/db", "x"))
        .isEqualTo("postgresql://postgres:x@host/db");
    assertThat(PostgresStore.withPassword("postgresql://ann:own@host/db", "x"))
        .isEqualTo("postgresql://ann:own@host/db");
    assertThat(PostgresUrl.parse("postgresql://ann:p%40s%20s%241@host/db").password())
        .isEqualTo("p@s s$1");
  }
}
