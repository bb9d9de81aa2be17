package dev.drover.internal.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.kernel.value.EffectId;
import dev.drover.spi.model.Delta;
import dev.drover.spi.secret.SecretRedactor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The secrets here are made up; each has the format of a real one. They are written in two parts,
/// so that no scanner takes this file for a leak.
@Tag("E9")
class RedactorTest {
  private static final String LETTERS = "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789";
  private static final String GITHUB = "ghp" + "_" + LETTERS;
  private static final String KEY =
      "-----BEGIN RSA PRIVATE" + " KEY-----\nMIIEow\nIBAAK\n-----END RSA PRIVATE" + " KEY-----";

  private final SecretRedactor redactor = SecretRedactor.KNOWN_SHAPES;

  @ParameterizedTest
  @CsvSource({
    "sk-ant-, api03-AbCdEfGhIjKlMnOpQrStUv, [redacted anthropic-key]",
    "sk-, proj-AbCdEfGhIjKlMnOpQrStUvWx, [redacted openai-key]",
    "AIza, SyAbCdEfGhIjKlMnOpQrStUvWxYz0123456, [redacted google-key]",
    "ya29, .AbCdEfGhIjKlMnOpQrStUv, [redacted google-token]",
    "AKIA, IOSFODNN7EXAMPLE, [redacted aws-key]",
    "gho_, AbCdEfGhIjKlMnOpQrStUvWxYz0123456789, [redacted github-token]",
    "github_pat_, 11ABCDEFG0AbCdEfGhIjKl_MnOp, [redacted github-token]",
    "glpat-, AbCdEfGhIjKlMnOpQrSt, [redacted gitlab-token]",
    "xoxb-, 123456789012-AbCdEfGhIjKl, [redacted slack-token]",
    "sk_live_, AbCdEfGhIjKlMnOpQrSt, [redacted stripe-key]",
    "npm_, AbCdEfGhIjKlMnOpQrStUvWxYz0123456789, [redacted npm-token]",
    "hf_, AbCdEfGhIjKlMnOpQrStUvWxYz01234567, [redacted huggingface-token]",
    "SG., AbCdEfGhIjKlMnOpQrSt.UvWxYz0123456789AbCd, [redacted sendgrid-key]",
    "eyJ, hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.AbCdEfGhIjKl, [redacted jwt]",
  })
  void aKeyInAKnownFormatIsRedacted(String start, String rest, String mark) {
    assertThat(redactor.redact("use " + start + rest + " now")).isEqualTo("use " + mark + " now");
    assertThat(redactor.redact(start + rest)).isEqualTo(mark);
    assertThat(redactor.redact("(\"" + start + rest + "\")")).isEqualTo("(\"" + mark + "\")");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DB_PASSWORD=hunter2hunter2 | DB_PASSWORD=[redacted password]",
        "export API_KEY=\"abc123def456\" | export API_KEY=\"[redacted password]\"",
        "  MYSQL_ROOT_PASSWORD: s3cretWord | MYSQL_ROOT_PASSWORD: [redacted password]",
        "{\"password\": \"hunter2hunter2\"} | {\"password\": \"[redacted password]\"}",
        "client_secret = 'abcDEF123456' | client_secret = '[redacted password]'",
        "postgres://app:t0psecret@db/shop | postgres://app:[redacted password]@db/shop",
        "https://:abcdef@host/ | https://:[redacted password]@host/",
        "Authorization: Bearer abcdef123456 | Authorization: Bearer [redacted authorization]",
        "-H 'authorization: basic dXNlcjpwYXNz' | -H 'authorization: basic [redacted"
            + " authorization]'",
      })
  void aValueWithASecretNameIsRedacted(String given, String clean) {
    assertThat(redactor.redact(given)).isEqualTo(clean);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int MAX_TOKENS = 50_000;",
        "MAX_TOKENS=100000",
        "static final Name TOKEN = new Name(\"token\");",
        "var token = scanner.nextToken();",
        "String password = readPassword();",
        "if (password == null) {",
        "password: ${DB_PASSWORD}",
        "API_KEY=$API_KEY",
        "API_KEY=<your key here>",
        "PASSWORD=********",
        "https://example.com:8080/a@b",
        "mailto:anna@example.com",
        "the key is under the mat, they say",
        "a skill, a task-force, a risk-averse reader",
        "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
        "-----BEGIN CERTIFICATE-----",
        "Authorization is needed",
        "the monkey's keyboard: 'qwerty'",
      })
  void anOrdinaryTextIsNotChanged(String text) {
    assertThat(redactor.redact(text)).isSameAs(text);
    assertThat(redactor.hasSecret(text)).isFalse();
  }

  @Test
  void aPrivateKeyIsRedactedCompletely() {
    assertThat(redactor.redact("a\n" + KEY + "\nb")).isEqualTo("a\n[redacted private-key]\nb");
    assertThat(redactor.redact("a\n" + KEY.substring(0, 40)))
        .isEqualTo("a\n[redacted private-key]");
  }

  @Test
  void aRegisteredSecretIsRedactedEverywhere() {
    var naming =
        redactor.withValues(List.of("correct horse", "correct horse battery", "say \"hi\"\n"));
    assertThat(naming.redact("xcorrect horse batteryx")).isEqualTo("x[redacted secret]x");
    assertThat(naming.redact("{\"a\":\"say \\\"hi\\\"\\n\"}"))
        .isEqualTo("{\"a\":\"[redacted secret]\"}");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> redactor.withValues(List.of("abc")))
        .withMessageNotContaining("abc");
  }

  @Test
  void aSecretInSeveralDeltasIsNeverShown() {
    var random = new SplittableRandom(7);
    var text =
        "first %s then PASSWORD=hunter2hunter2 and\n%s\nAuthorization: Bearer abcdef123456 end"
            .formatted(GITHUB, KEY);
    for (int round = 0; round < 300; round++) {
      var shown = new ArrayList<Delta>();
      var deltas = new RedactedDeltas(redactor, shown::add);
      for (int at = 0; at < text.length(); ) {
        int end = Math.min(text.length(), at + random.nextInt(1, 12));
        deltas.accept(new Delta.TextDelta(text.substring(at, end)));
        at = end;
      }
      deltas.flush();
      assertThat(
              shown.stream()
                  .map(delta -> ((Delta.TextDelta) delta).text())
                  .collect(Collectors.joining()))
          .isEqualTo(
              "first [redacted github-token] then PASSWORD=[redacted password] and\n"
                  + "[redacted private-key]\nAuthorization: Bearer [redacted authorization] end");
    }
  }

  @Test
  void redactedDeltasEqualTheRedactedWhole() {
    var naming = redactor.withValues(List.of("correct horse"));
    var innocent = "The sheep graze on the green hill - all of them, says the herder. ".repeat(9);
    var secrets =
        List.of(GITHUB, "PASSWORD=hunter2hunter2", KEY, "correct horse", "https://me:hush-hush@h/");
    var random = new SplittableRandom(7);
    for (int round = 0; round < 300; round++) {
      var text = new StringBuilder();
      for (int i = 0; i < 4; i++) {
        text.append(innocent, random.nextInt(innocent.length()), innocent.length());
        text.append(secrets.get(random.nextInt(secrets.size()))).append(" and ");
      }
      var shown = new StringBuilder();
      var deltas = new RedactedDeltas(naming, delta -> shown.append(delta.text()));
      for (int at = 0; at < text.length(); ) {
        int end = Math.min(text.length(), at + random.nextInt(1, 12));
        deltas.accept(new Delta.TextDelta(text.substring(at, end)));
        at = end;
      }
      deltas.flush();
      assertThat(shown).hasToString(naming.redact(text.toString()));
      assertThat(shown.toString()).doesNotContain("hunter2", "horse", "hush-hush", GITHUB);
    }
  }

  @Test
  void aDeltaOfAnOrdinaryTextIsShownUnchanged() {
    var shown = new ArrayList<Delta>();
    var deltas = new RedactedDeltas(redactor, shown::add);
    var given = new ArrayList<Delta>();
    for (int i = 0; i < 500; i++) {
      given.add(new Delta.TextDelta(" word" + i + "."));
    }
    given.forEach(deltas::accept);
    assertThat(shown).isEqualTo(given);
  }

  @Test
  void onlyAPossibleSecretIsHeldBack() {
    var shown = new ArrayList<Delta>();
    var deltas = new RedactedDeltas(redactor, shown::add);
    deltas.accept(new Delta.TextDelta("Thinking"));
    deltas.accept(new Delta.TextDelta(" g"));
    assertThat(shown).containsExactly(new Delta.TextDelta("Thinking"), new Delta.TextDelta(" "));
    deltas.accept(new Delta.TextDelta("oes on"));
    assertThat(shown).last().isEqualTo(new Delta.TextDelta("goes on"));
  }

  @Test
  void deltasOfDifferentKindsAreNotMixed() {
    var shown = new ArrayList<Delta>();
    var deltas = new RedactedDeltas(redactor, shown::add);
    deltas.accept(new Delta.ReasoningDelta("hm"));
    deltas.accept(new Delta.TextDelta("so it is"));
    deltas.accept(new Delta.ToolOutputDelta(new EffectId(2), "ok"));
    deltas.flush();
    assertThat(shown)
        .containsExactly(
            new Delta.ReasoningDelta("hm"),
            new Delta.TextDelta("so it is"),
            new Delta.ToolOutputDelta(new EffectId(2), "ok"));
  }

  @Test
  void aStreamLosesItsSecretsAndNothingElse() throws IOException {
    var odd = new byte[] {'a', (byte) 0xFF, (byte) 0xFE, '\n'};
    var long1 = "x".repeat(200_000) + "\n";
    var given =
        new String(odd, StandardCharsets.ISO_8859_1) + GITHUB + "\n" + KEY + "\n" + long1 + "end";
    var bytes = given.getBytes(StandardCharsets.ISO_8859_1);
    try (var clean = new RedactedStream(redactor, new ByteArrayInputStream(bytes))) {
      assertThat(new String(clean.readAllBytes(), StandardCharsets.ISO_8859_1))
          .isEqualTo(
              new String(odd, StandardCharsets.ISO_8859_1)
                  + "[redacted github-token]\n[redacted private-key]\n"
                  + long1
                  + "end");
    }
  }

  @Test
  void aLoggedErrorContainsNoSecret() {
    var thrown = new IOException("401 for " + GITHUB, new IllegalStateException(GITHUB));
    var logged = RedactedThrowable.of(thrown, redactor);
    assertThat(logged)
        .hasMessage("java.io.IOException: 401 for [redacted github-token]")
        .hasRootCauseMessage("java.lang.IllegalStateException: [redacted github-token]");
    assertThat(logged.getStackTrace()).isEqualTo(thrown.getStackTrace());
  }

  @ParameterizedTest
  @CsvSource({
    ".env, true",
    "app/.env.production, true",
    ".env.example, false",
    ".env.production.dist, false",
    "k8s/secrets.txt, true",
    "k8s/secrets.yaml.template, false",
    "secret.yml, true",
    "secretary.yml, false",
    "x/.SSH, true",
    "xssh/config, false",
    "aXpem, false",
    "certs/server.key, true",
    "home/.ssh/config, true",
    "id_rsa, true",
    "id_rsa.pub, false",
    "src/Credentials.java, false",
    "config/credentials.json, true",
    "keyboard.md, false",
  })
  @Tag("E8")
  void aFileWithSecretsIsRecognizedByItsName(String path, boolean secret) {
    assertThat(SecretPaths.isSecret(path)).isEqualTo(secret);
  }
}
