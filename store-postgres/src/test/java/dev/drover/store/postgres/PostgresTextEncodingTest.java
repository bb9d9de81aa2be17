package dev.drover.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresTextEncodingTest {
  private final PostgresTextEncoding encoding = new PostgresTextEncoding();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain",
        "a\u0000b",
        "\u0000",
        "\u0001",
        "\u0001\u00000000",
        "\ud83d\ude00",
        "half \ud83d",
        "\ude00 half",
        "\ud83d\ud83d\ude00"
      })
  void everyStringIsReadBackAsItWas(String text) {
    var stored = encoding.encode(text);
    assertThat(stored).doesNotContain("\u0000");
    assertThat(encoding.decode(stored)).isEqualTo(text);
  }

  @Test
  void anOrdinaryTextIsStoredUnchanged() {
    assertThat(encoding.encode("Grüße, \n\t\ud83d\ude00")).isEqualTo("Grüße, \n\t\ud83d\ude00");
    assertThat(encoding.encode("a\u0000b")).isEqualTo("a\u00010000b");
  }
}
