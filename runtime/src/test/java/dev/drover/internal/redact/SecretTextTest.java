package dev.drover.internal.redact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.spi.secret.SecretRedactor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Lines of ordinary work, with and without a secret. The secrets are made up and written in two
/// parts, so that no scanner takes this file for a leak.
@Tag("E9")
final class SecretTextTest {
  private static final String LETTERS = "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789";
  private static final String GITHUB = "ghp" + "_" + LETTERS;
  private static final String BEGIN = "-----BEGIN RSA PRIVATE" + " KEY-----";
  private static final String END = "-----END RSA PRIVATE" + " KEY-----";

  private final SecretRedactor redactor = SecretRedactor.KNOWN_SHAPES;

  @Test
  @Tag("J3")
  void aLongNameDoesNotOverflowTheStack() {
    var name = "TOKEN" + "_A".repeat(2_000);
    assertThat(redactor.redact(name + "=hunter2hunter2")).isEqualTo(name + "=[redacted password]");
    assertThat(redactor.redact(name)).isSameAs(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"content\":\"a\\nKEY\\nb\"}",
        "{\"content\":\"\\tKEY\"}",
        "{\"content\":\"a\\u000aKEY\"}",
        "{\"content\":\"a\\r\\nKEY\\r\\n\"}",
        "{\"a\":\"{\\\"b\\\":\\\"x\\\\nKEY\\\"}\"}",
        "{\"a\":\"{\\\"b\\\":\\\"{\\\\\\\"c\\\\\\\":\\\\\\\"x\\\\\\\\nKEY\\\\\\\"}\\\"}\"}",
        "https://example.com/?q=a%0AKEY",
        "a=%22KEY%22",
        "\u001b[32mKEY\u001b[0m",
      })
  void aKeyAfterAnEscapeIsRedacted(String line) {
    assertThat(redactor.redact(line.replace("KEY", GITHUB)))
        .isEqualTo(line.replace("KEY", "[redacted github-token]"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzQ2kLx9Tw | aws_secret_access_key ="
            + " [redacted password]",
        "password: hunter2hunter2 | password: [redacted password]",
        "password: Tr0ub4dor&3xyz9 | password: [redacted password]",
        "https://h/?password=Tr0ub4dor3&page=2 | https://h/?password=[redacted password]&page=2",
        "db_password=hunter2hunter2 | db_password=[redacted password]",
        "{\\\"password\\\":\\\"hunter2 hunter2\\\"} | {\\\"password\\\":\\\"[redacted"
            + " password]\\\"}",
        "{\"password\":\"hun\\\"ter2hunter2\",\"a\":1} | {\"password\":\"[redacted"
            + " password]\",\"a\":1}",
        "https:\\/\\/app:t0psecret@db\\/shop | https:\\/\\/app:[redacted password]@db\\/shop",
        "u=https%3A%2F%2Fapp%3At0psecret%40db%2Fshop | u=https%3A%2F%2Fapp%3A[redacted"
            + " password]%40db%2Fshop",
        "machine h login anna password s3cretWord | machine h login anna password [redacted"
            + " password]",
        "localhost:5432:shop:anna:s3cretWord | localhost:5432:shop:anna:[redacted password]",
        "mysql --password s3cretWord --host h | mysql --password [redacted password] --host h",
        "<password>s3cretWord9</password> | <password>[redacted password]</password>",
        "Server=h;User=sa;Pwd=s3cretWord9;Encrypt=no | Server=h;User=sa;Pwd=[redacted"
            + " password];Encrypt=no",
        "\"auth\": \"YW5uYTpodW50ZXIyaHVudGVyMg==\" | \"auth\": \"[redacted password]\"",
        "password=\"a1!b2 c3?d4\" | password=\"[redacted password]\"",
        "\\u0070assword=hunter2hunter2 | \\u0070assword=[redacted password]",
      })
  void aValueAfterASecretNameIsRedacted(String given, String clean) {
    assertThat(redactor.redact(given)).isEqualTo(clean);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".sk-fading-circle-container .sk-circle-01 { color: red }",
        "ACCESS_TOKEN=process.env.ACCESS_TOKEN",
        "POSTGRES_PASSWORD=postgres",
        "password: str",
        "token = getToken()",
        "String password = null;",
        "PASSWORD=${DB_PASSWORD}",
        "password=<your password>",
        "SECRET_KEY=changeme",
        "SECRET_KEY = os.environ['SECRET_KEY']",
        "const token = req.headers.authorization.split(' ')[1];",
        "private String apiKey;",
        "password = config.get(\"db.password\")",
        "TOKEN_TYPE=access_token_v2",
        "secretName: my-app-secret-v1",
        "secretKeyRef: {name: db, key: password}",
        "api_key: \"{{ lookup('env', 'API_KEY') }}\"",
        "api_key=YOUR_API_KEY_HERE",
        "\"token\": \"<insert token here>\"",
        "Authorization: Bearer $TOKEN",
        "Authorization: Bearer <token>",
        "Authorization: Bearer YOUR_TOKEN",
        "curl -u user:password https://example.com",
        "postgres://user:password@localhost/db",
        "postgres://postgres:postgres@localhost:5432/db",
        "https://${USER}:${PASS}@host/",
        "tokenizer = Tokenizer.from_pretrained('bert-base-uncased')",
        "for (Token token : tokens) {",
        "if (token == Token.END_OF_FILE) {",
        "int tokenCount = 1234567;",
        "passwordEncoder: BCryptPasswordEncoder",
        "token: ${{ secrets.GITHUB_TOKEN }}",
        "- name: Secret scanning v2",
        "public static final String PASSWORD_KEY = \"user.password.key\";",
        "GIT_SHA_KEY_FILE=/etc/keys/app1/key2.pem",
        "static final String BEGIN = \"-----BEGIN PRIVATE KEY-----\";",
        "Lines between -----BEGIN PRIVATE KEY----- and the end are the key, see RFC 7468.",
        "integrity sha512-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC==",
        "xoxo-hugs-and-kisses-2024",
        "hf_hub_download(repo_id=repo)",
        "import npm_package_json_version_1",
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4",
        "commit da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "uuid: 550e8400-e29b-41d4-a716-446655440000",
      })
  void anOrdinaryLineIsNotChanged(String line) {
    assertThat(redactor.redact(line)).isSameAs(line);
  }

  @Test
  void mentioningAKeyRedactsNothingElse() {
    var after = "\nThe next line is prose, with commas.\nint x = 1;\n".repeat(50);
    assertThat(redactor.redact(BEGIN + after)).isEqualTo(BEGIN + after);
    var body = "\nMIIEowIBAAKCAQEAyx8Zb2kLx9TwQ0c4vT1yRr6nq3mZ5sWd8eXo7uHjPaG2iBfK\n";
    assertThat(redactor.redact(BEGIN + body + "The key ends here, somehow."))
        .isEqualTo("[redacted private-key]\nThe key ends here, somehow.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\\n", "\\\\n", "\r\n", "\n    ", "\n+", "\\n\" +\n  \"", " "})
  void aPrivateKeyIsRedactedWithAnyLineEnds(String end) {
    var key = String.join(end, BEGIN, "MIIEowIBAAKCAQEAyx8Zb2kL", "x9TwQ0c4vT1yRr6nq3mZ5g==", END);
    assertThat(redactor.redact("a " + key + " b")).isEqualTo("a [redacted private-key] b");
  }
}
