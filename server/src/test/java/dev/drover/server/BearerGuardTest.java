package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("J10")
class BearerGuardTest {
  private final CallHandler guard =
      new BearerGuard(
          Map.of("secret-1", "ada", "secret-2", "bob"),
          call -> HttpReply.text(200, "text/plain", call.principal()));

  private static HttpCall call(String query, HeaderFields headers) {
    return new HttpCall("GET", "/", query, headers, CallBody.EMPTY, "");
  }

  private static HeaderFields authorization(String value) {
    return HeaderFields.NONE.with("authorization", value);
  }

  @Test
  void theTokenNamesThePrincipal() throws Exception {
    assertThat(guard.handle(call("", authorization("Bearer secret-2"))))
        .isEqualTo(HttpReply.text(200, "text/plain", "bob"));
    assertThat(guard.handle(call("", authorization("bearer  secret-1"))))
        .isEqualTo(HttpReply.text(200, "text/plain", "ada"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Bearer secret-3", "Bearer ", "Basic secret-1", "secret-1", "Bearersecret-1"})
  void anUnknownTokenIsRefused(String value) {
    assertThatThrownBy(() -> guard.handle(call("", authorization(value))))
        .isInstanceOfSatisfying(
            CallRefusedException.class,
            refused -> {
              assertThat(refused.status()).isEqualTo(401);
              assertThat(refused.reply().headers().first("www-authenticate")).hasValue("Bearer");
            });
  }

  @Test
  void aCallWithoutATokenIsRefused() {
    assertThatThrownBy(() -> guard.handle(call("", HeaderFields.NONE)))
        .isInstanceOfSatisfying(
            CallRefusedException.class, refused -> assertThat(refused.status()).isEqualTo(401));
  }

  @ParameterizedTest
  @ValueSource(strings = {"token=secret-1", "a=b&access_token=secret-1"})
  void aTokenInTheAddressIsRefusedAlsoIfItIsRight(String query) {
    assertThatThrownBy(() -> guard.handle(call(query, authorization("Bearer secret-1"))))
        .isInstanceOfSatisfying(
            CallRefusedException.class, refused -> assertThat(refused.status()).isEqualTo(400));
  }
}
