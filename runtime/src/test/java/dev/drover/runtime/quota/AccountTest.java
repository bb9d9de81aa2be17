package dev.drover.runtime.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.spi.model.Account;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C4")
final class AccountTest {
  private static final String SECRET = "sk-live-0123456789";

  /// The first half of `printf %s sk-live-0123456789 | sha256sum`, up to 16 digits.
  private static final String DIGEST = "74978375b3a48712";

  @Test
  void aKeyIsKnownByItsDigestAlone() {
    var account = Account.of("acme", "https://api.example.com", SECRET);
    assertThat(account).isEqualTo(new Account("acme", "https://api.example.com", DIGEST));
    assertThat(account)
        .hasToString("acme at https://api.example.com with key #" + DIGEST)
        .isNotEqualTo(Account.of("acme", "https://api.example.com", "sk-live-9876543210"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Account("acme", "https://api.example.com", SECRET))
        .withMessageNotContaining(SECRET);
  }

  @Test
  void onePlaceHasOneSpellingAndNoSecrets() {
    assertThat(
            Account.of("acme", "HTTPS://anna:pass@API.Example.com:8443/V1//?key=1", "").baseUrl())
        .isEqualTo("https://api.example.com:8443/V1");
    assertThat(Account.of("acme", "https://api.example.com/v1/", SECRET))
        .isEqualTo(Account.of("acme", "https://api.example.com/v1", SECRET));
    assertThatIllegalArgumentException().isThrownBy(() -> Account.of("acme", "api", SECRET));
    assertThatIllegalArgumentException().isThrownBy(() -> Account.of(" ", "", SECRET));
  }

  @Test
  void aModelThatSaysNothingIsAnAccountOfItsOwnName() {
    assertThat(Account.ofModel("acme/small"))
        .hasToString("acme/small")
        .isNotEqualTo(Account.ofModel("acme/large"));
  }
}
