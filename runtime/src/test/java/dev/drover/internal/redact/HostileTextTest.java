package dev.drover.internal.redact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.model.Delta;
import dev.drover.spi.secret.SecretRedactor;
import dev.drover.spi.secret.SecretShapes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Texts that are designed to be expensive: the time of the search for secrets grows no faster than
/// their length.
@Tag("E9")
@Tag("J3")
@Timeout(60)
final class HostileTextTest {
  private static final int SMALL = 64 * 1024;
  private static final int LARGE = 1024 * 1024;
  private static final String BEGIN = "-----BEGIN RSA PRIVATE" + " KEY-----";

  /// The smallest time that can be compared.
  private static final long NOISE = 3_000_000;

  private final SecretRedactor redactor =
      SecretRedactor.KNOWN_SHAPES.withValues(List.of("aaaaaaaaaaaaaaaaab"));

  private static List<String> families() {
    var families =
        new ArrayList<>(
            List.of(
                "TOKEN_A_A_",
                "_A",
                "TOKEN_",
                "token=",
                "token:",
                "token=\"",
                "token=\\\"",
                "password='",
                "password = ",
                "PASSWORD=a1",
                "secret_key_",
                "api_key-",
                "\"token\":\"",
                "\\\"secret\\\":\\\"",
                "\\\\\\\"",
                "--password ",
                "login password ",
                BEGIN,
                BEGIN + "\n",
                BEGIN + "\nA: ",
                BEGIN + "\\nAAAA",
                "-----BEGIN ",
                "-----BEGIN A",
                "-----END RSA PRIVATE KEY-----",
                "-----",
                "LS0tLS1CRUdJTi",
                "LS0tLS1CRUdJTi\n",
                "AbC1/",
                "ABCDEFGHIJKLMNOP\n",
                "\\n",
                "\\\\n",
                "\\u000a",
                "\\u0041",
                "%0A",
                "%3A%2F%2F",
                "&quot;",
                "password%3D",
                "://",
                "://a:",
                "://a:b@",
                ":@",
                "Authorization: Bearer ",
                "Authorization: ",
                "Bearer ",
                "?sig=",
                ":5432:",
                ":*:*:",
                "12345678:AA",
                "MTA",
                "MTAa.",
                "8Q~",
                "\u001b[31m",
                "eyJ",
                "eyJ.",
                "eyJabcdefgh.",
                "Z2hwX",
                " ",
                "a",
                "=",
                "aaaaaaaaaaaaaaaaa"));
    return families;
  }

  private long nanos(String text) {
    long start = System.nanoTime();
    redactor.redact(text);
    return System.nanoTime() - start;
  }

  /// Load on the machine may spoil one measurement, but hardly all of them.
  private boolean isSlow(String family, int small, int large) {
    for (int round = 0; round < 20; round++) {
      long little = Math.max(NOISE, nanos(family.repeat(small / family.length())));
      if (nanos(family.repeat(large / family.length())) < 4L * (large / small) * little) {
        return false;
      }
    }
    return true;
  }

  @Test
  void theCostOfATextIsLinearInItsLength() {
    var slow = new ArrayList<>(families());
    slow.removeIf(family -> !isSlow(family, SMALL, LARGE));
    assertThat(slow).isEmpty();
  }

  @Test
  void theCostOfAKeyPrefixIsLinearInItsLength() {
    var slow = new ArrayList<String>();
    for (var shape : SecretShapes.ALL) {
      slow.add(shape.prefix());
      slow.add(shape.prefix() + "a1B2c3D4");
    }
    slow.removeIf(family -> !isSlow(family, SMALL / 16, LARGE / 16));
    assertThat(slow).isEmpty();
  }

  @Test
  void theCostOfManyDeltasIsLinearInTheirNumber() {
    for (var text :
        List.of(
            "sk-" + "a1".repeat(50_000),
            BEGIN + "\nAb12".repeat(20_000),
            "x ".repeat(50_000),
            "token ".repeat(16_000),
            "password=\"" + "a ".repeat(50_000))) {
      var shown = new StringBuilder();
      var deltas = new RedactedDeltas(redactor, delta -> shown.append(delta.text()));
      for (int at = 0; at < text.length(); at++) {
        deltas.accept(new Delta.TextDelta(text.substring(at, at + 1)));
      }
      deltas.flush();
      assertThat(shown.length()).isPositive();
    }
  }

  @Test
  void aLongKeyIsNeverShownInPart() {
    var body = "\nMIIEowIBAAKCAQEAyx8Zb2kLx9TwQ0c4vT1yRr6nq3mZ5sWd8eXo7uHjPaG2iBfK".repeat(600);
    var shown = new StringBuilder();
    var deltas = new RedactedDeltas(redactor, delta -> shown.append(delta.text()));
    var text = "so: " + BEGIN + body + "\n-----END RSA PRIVATE" + " KEY-----\nand on";
    for (int at = 0; at < text.length(); at += 7) {
      var part = text.substring(at, Math.min(text.length(), at + 7));
      deltas.accept(new Delta.TextDelta(part));
    }
    deltas.flush();
    assertThat(shown.toString().replace("[redacted private-key]", "*")).matches("so: \\*+\nand on");
  }
}
