package dev.drover.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.spi.model.ProviderKey;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C4")
final class ProviderKeyTest {
  private static final String SECRET = "sk-live-0123456789";

  /// The first half of `printf %s sk-live-0123456789 | sha256sum`, up to 16 digits.
  private static final String DIGEST = "74978375b3a48712";

  @Test
  void aKeyIsIdentifiedOnlyByItsDigest() {
    var account = ProviderKey.of("acme", "https://api.example.com", SECRET);
    assertThat(account).isEqualTo(new ProviderKey("acme", "https://api.example.com", DIGEST));
    assertThat(account)
        .hasToString("acme at https://api.example.com with key #" + DIGEST)
        .isNotEqualTo(ProviderKey.of("acme", "https://api.example.com", "sk-live-9876543210"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ProviderKey("acme", "https://api.example.com", SECRET))
        .withMessageNotContaining(SECRET);
  }

  @Test
  void aBaseUrlHasOneSpellingAndNoSecrets() {
    assertThat(
            ProviderKey.of("acme", "HTTPS://anna:pass@API.Example.com:8443/V1//?key=1", "")
                .baseUrl())
        .isEqualTo("https://api.example.com:8443/V1");
    assertThat(ProviderKey.of("acme", "https://api.example.com/v1/", SECRET))
        .isEqualTo(ProviderKey.of("acme", "https://api.example.com/v1", SECRET));
    assertThatIllegalArgumentException().isThrownBy(() -> ProviderKey.of("acme", "api", SECRET));
    assertThatIllegalArgumentException().isThrownBy(() -> ProviderKey.of(" ", "", SECRET));
  }

  @Test
  void aModelWithoutAProviderKeyHasOneOfItsOwnName() {
    assertThat(ProviderKey.ofModel("acme/small"))
        .hasToString("acme/small")
        .isNotEqualTo(ProviderKey.ofModel("acme/large"));
  }
}
