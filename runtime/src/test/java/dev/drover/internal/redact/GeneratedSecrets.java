package dev.drover.internal.redact;

import dev.drover.spi.secret.SecretShapes;
import dev.drover.spi.secret.SecretShapes.SecretShape;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// Keys in every known format, and the ways in which they appear in texts.
///
/// @param shape the name of its format
/// @param text the secret as it is written, with a name if the format requires one
/// @param secret the part that must not be visible
record GeneratedSecrets(String shape, String text, String secret) {
  private static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
  private static final String DIGITS = "0123456789";
  private static final String ALNUM = LOWER.toUpperCase(java.util.Locale.ROOT) + LOWER + DIGITS;
  private static final Map<String, String> ALPHABETS =
      Map.of(
          "HEX", DIGITS + "abcdef",
          "UPPER", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
          "ALNUM", ALNUM,
          "WORD", ALNUM,
          "DASHED", ALNUM + "_-",
          "DOTTED", ALNUM + "_-",
          "SLASHED", ALNUM,
          "PADDED", ALNUM,
          "HEADER", ALNUM);

  /// Names before a value without a known format.
  private static final List<String> NAMES =
      List.of(
          "password",
          "db_password",
          "aws_secret_access_key",
          "client_secret",
          "api_key",
          "ACCESS_TOKEN",
          "SECRET_KEY",
          "spring.datasource.password",
          "AccountKey",
          "authToken");

  static List<GeneratedSecrets> all(SplittableRandom random) {
    var all = new ArrayList<GeneratedSecrets>();
    for (var shape : SecretShapes.ALL) {
      var key = key(shape, random);
      int from = shape.extent() == SecretShape.Extent.WHOLE ? 0 : shape.prefix().length();
      all.add(new GeneratedSecrets(shape.prefix(), key, key.substring(from)));
    }
    for (var name : NAMES) {
      var value = some(ALNUM, 32, random);
      all.add(new GeneratedSecrets(name, name + "=" + value, value));
    }
    var telegram = "123456789:AA" + some(ALNUM, 33, random);
    all.add(new GeneratedSecrets("telegram", telegram, telegram));
    var azure = some(ALNUM, 3, random) + "8Q~" + some(ALNUM, 34, random);
    all.add(new GeneratedSecrets("azure", azure, azure));
    var discord =
        Base64.getEncoder()
                .withoutPadding()
                .encodeToString("104398276509812345".getBytes(StandardCharsets.UTF_8))
            + "."
            + some(ALNUM, 6, random)
            + "."
            + some(ALNUM, 38, random);
    all.add(new GeneratedSecrets("discord", discord, discord));
    var inUrl = some(ALNUM, 16, random);
    all.add(new GeneratedSecrets("url", "postgres://app:" + inUrl + "@db/shop", inUrl));
    var signature = some(ALNUM, 43, random);
    all.add(new GeneratedSecrets("sas", "https://h/c?sv=1&sig=" + signature + "%3D", signature));
    var body = some(ALNUM, 64, random);
    for (var kind : List.of("RSA ", "EC ", "", "OPENSSH ", "ENCRYPTED ")) {
      var label = kind + "PRIVATE" + " KEY-----";
      var key = "-----BEGIN " + label + "\n" + body + "\n" + body + "\n-----END " + label;
      all.add(new GeneratedSecrets("pem " + kind, key, body));
    }
    return all;
  }

  private static String key(SecretShape shape, SplittableRandom random) {
    return shape.prefix()
        + shape.parts().stream()
            .map(
                part ->
                    some(
                        ALPHABETS.getOrDefault(part.characters(), ALNUM),
                        part.most() > 0 ? part.most() : part.least() + random.nextInt(4),
                        random))
            .collect(Collectors.joining("."));
  }

  private static String some(String alphabet, int length, SplittableRandom random) {
    var text = new StringBuilder();
    while (text.length() < length) {
      char c = alphabet.charAt(random.nextInt(alphabet.length()));
      // Generators end with a letter or digit more often than not; keep the ends plain.
      if (Character.isLetterOrDigit(c) || (!text.isEmpty() && text.length() < length - 1)) {
        text.append(c);
      }
    }
    return text.toString();
  }

  private static String json(String text) {
    return text.replace("\\", "\\\\")
        .replace("\"", "\\\"")
        .replace("\n", "\\n")
        .replace("\t", "\\t");
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  static Map<String, UnaryOperator<String>> channels() {
    var channels = new LinkedHashMap<String, UnaryOperator<String>>();
    channels.put("line", text -> "it is\n" + text + "\nsays the log");
    channels.put("sentence", text -> "use " + text + " from now on.");
    channels.put("argument", text -> "{\"content\":\"" + json("first\n" + text + "\nlast") + "\"}");
    channels.put(
        "nested", text -> "{\"a\":\"" + json("{\"b\":\"" + json("x\n" + text) + "\"}") + "\"}");
    channels.put("yaml", text -> "spec:\n  value: " + text + "\n  other: 1\n");
    channels.put("env", text -> "A=1\nKEPT=" + text + "\nB=2\n");
    channels.put("export", text -> "export KEPT=\"" + text + "\"");
    channels.put("query", text -> "GET /x?value=" + text + "&page=2 HTTP/1.1");
    channels.put("header", text -> "X-Value: " + text + "\r\nAccept: */*\r\n");
    channels.put(
        "log", text -> "2026-11-18T01:02:03Z INFO [main] c.e.App - using " + text + " (ok)");
    channels.put("diff", text -> "@@ -1 +1 @@\n-old\n+" + text.replace("\n", "\n+"));
    channels.put("shell", text -> "curl --data '" + text + "' https://example.com/");
    channels.put("markdown", text -> "Set `" + text + "` in the settings.");
    channels.put("source", text -> "  call(\"" + json(text) + "\");");
    channels.put("colon", text -> "value:" + text);
    channels.put(
        "trace", text -> "java.io.IOException: 401 for " + text + "\n\tat a.B.c(B.java:1)");
    channels.put("colour", text -> "\u001b[32m" + text + "\u001b[0m");
    channels.put("base64", text -> "data: " + base64("x " + text) + "\n");
    return channels;
  }

  /// In Base64 a value cannot be recognized unless its format is known.
  boolean isKnownIn(String channel) {
    return !channel.equals("base64")
        || (SecretShapes.ALL.stream()
                .anyMatch(
                    known ->
                        known.prefix().equals(shape)
                            && known.prefix().length() > 3
                            && known.extent() == SecretShape.Extent.WHOLE)
            && !Set.of("sl.u.").contains(shape));
  }
}
