package dev.drover.internal.redact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.model.Delta;
import dev.drover.spi.secret.SecretRedactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How many secrets of known formats are found, in any position.
@Tag("E9")
@Timeout(60)
final class SecretRecallTest {
  private static final int ROUNDS = 5;
  private static final double ENOUGH = 0.98;

  private final SecretRedactor redactor = SecretRedactor.KNOWN_SHAPES;

  @Test
  void nearlyEverySecretIsFoundInEveryChannel() {
    var random = new SplittableRandom(17);
    var missed = new ArrayList<String>();
    int all = 0;
    for (int round = 0; round < ROUNDS; round++) {
      for (var secret : GeneratedSecrets.all(random)) {
        for (var channel : GeneratedSecrets.channels().entrySet()) {
          if (secret.isKnownIn(channel.getKey())) {
            all++;
            var text = channel.getValue().apply(secret.text());
            if (shows(redactor.redact(text), text, secret, channel.getKey())) {
              missed.add(channel.getKey() + " " + secret.shape() + ": " + text);
            }
          }
        }
      }
    }
    assertThat(GeneratedSecrets.all(random)).hasSizeGreaterThan(60);
    assertThat(1 - missed.size() / (double) all).as("missed %s", missed).isGreaterThan(ENOUGH);
  }

  private static boolean shows(String clean, String text, GeneratedSecrets secret, String channel) {
    return channel.equals("base64") ? clean.equals(text) : clean.contains(secret.secret());
  }

  @Test
  void aSplitSecretIsNeverShown() {
    var random = new SplittableRandom(18);
    var missed = new ArrayList<String>();
    int all = 0;
    for (var secret : GeneratedSecrets.all(random)) {
      for (var name : List.of("line", "argument", "nested", "env")) {
        var text =
            Objects.requireNonNull(GeneratedSecrets.channels().get(name)).apply(secret.text());
        if (!redactor.redact(text).contains(secret.secret())) {
          for (int split = 1; split < text.length(); split++) {
            all++;
            if (shown(text, split).contains(secret.secret())) {
              missed.add(name + " " + secret.shape() + " at " + split);
            }
          }
          assertThat(letterByLetter(text)).doesNotContain(secret.secret());
        }
      }
    }
    assertThat(all).isGreaterThan(1000);
    assertThat(missed).isEmpty();
  }

  private String shown(String text, int split) {
    var shown = new StringBuilder();
    var deltas = new RedactedDeltas(redactor, delta -> shown.append(delta.text()));
    deltas.accept(new Delta.TextDelta(text.substring(0, split)));
    deltas.accept(new Delta.TextDelta(text.substring(split)));
    deltas.flush();
    return shown.toString();
  }

  private String letterByLetter(String text) {
    var shown = new StringBuilder();
    var deltas = new RedactedDeltas(redactor, delta -> shown.append(delta.text()));
    for (int at = 0; at < text.length(); at++) {
      deltas.accept(new Delta.TextDelta(text.substring(at, at + 1)));
    }
    deltas.flush();
    return shown.toString();
  }
}
