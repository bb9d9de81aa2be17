package dev.drover.spi.secret;

import java.util.Locale;
import java.util.Set;

/// Distinguishes random values from words, names, numbers and defaults. It counts how often the
/// kind of character changes: in words and names this is rare.
final class RandomTextDetector {
  private static final int MOST_LOOKED_AT = 128;
  private static final int SHORTEST_PIECE = 8;
  private static final int SHORTEST_CASED = 10;
  private static final int SHORTEST_LETTERS = 16;
  private static final int SHORTEST_VALUE = 6;
  private static final int SHORTEST_MIXED = 8;
  private static final int LONGEST_NUMBER = 18;
  private static final int MOST_SPACES = 3;
  private static final int MANY_DIGITS = 6;
  private static final int SOME_LETTERS = 4;

  /// Case changes per character, in random letters.
  private static final double CASED = 0.4;

  private static final double NO_PATH = 0.3;
  private static final double NO_WORDS = 0.5;

  /// Words in placeholder values.
  private static final String[] STAND_INS = {
    "example",
    "changeme",
    "change_me",
    "change-me",
    "placeholder",
    "dummy",
    "your",
    "sample",
    "redacted",
    "xxxx",
    "insert",
    "replace",
    "todo",
    "....",
    "****",
    "fixme",
    "secretname",
  };

  /// Words in names that contain digits.
  private static final String[] TECHNICAL = {
    "sha1", "sha2", "sha3", "sha5", "sha-", "md5", "utf", "rsa", "aes", "hmac", "base64", "x509",
    "pkcs", "http", "oauth2", "java", "iso8", "des", "ed25519", "p12", "v1", "v2", "256", "i18n",
  };

  /// Prefixes of well-known passwords.
  private static final String[] COMMON = {
    "test",
    "password",
    "passwd",
    "pass",
    "secret",
    "token",
    "admin",
    "root",
    "user",
    "my",
    "foo",
    "bar",
    "default",
    "welcome",
    "qwerty",
    "demo",
    "local",
    "dev",
    "string",
    "value",
    "key",
    "abc123",
  };

  private static final Set<String> WEAK =
      Set.of(
          "password",
          "passwd",
          "pass",
          "pwd",
          "pw",
          "secret",
          "postgres",
          "root",
          "admin",
          "user",
          "username",
          "guest",
          "test",
          "token",
          "changeme",
          "mysql",
          "redis",
          "rabbitmq",
          "mypass",
          "mypassword",
          "foo",
          "bar",
          "xxx",
          "yyy",
          "abc",
          "123",
          "1234",
          "12345",
          "123456",
          "default",
          "sa",
          "oauth2",
          "x-oauth-basic",
          "key",
          "mysecretpassword",
          "userpass");

  private int digits;
  private int letters;
  private int symbols;
  private int spaces;
  private int numberChanges;
  private int caseChanges;
  private final int length;

  private RandomTextDetector(String text, int start, int end) {
    length = Math.min(end - start, MOST_LOOKED_AT);
    char last = ' ';
    for (int at = start; at < start + length; at++) {
      char c = text.charAt(at);
      if (isDigit(c)) {
        digits++;
        numberChanges += isLetter(last) ? 1 : 0;
      } else if (isLetter(c)) {
        letters++;
        numberChanges += isDigit(last) ? 1 : 0;
        caseChanges += isLetter(last) && isUpper(c) != isUpper(last) ? 1 : 0;
      } else if (c == ' ') {
        spaces++;
      } else if (c != '_' && c != '-' && c != '.' && c != '/' && c != ':') {
        symbols++;
      }
      last = c;
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isUpper(char c) {
    return c >= 'A' && c <= 'Z';
  }

  private double changes() {
    return (numberChanges + caseChanges) / (double) length;
  }

  /// For the text after a prefix: whether some piece of it is not a word.
  static boolean isIn(String text, int start, int end) {
    var whole = new RandomTextDetector(text, start, end);
    boolean isMixed = whole.numberChanges > 2 && whole.digits > 2;
    // A key that was typed for a trial keeps its groups apart: first digits, then letters.
    boolean isApart = whole.digits >= MANY_DIGITS && whole.letters >= SOME_LETTERS;
    if (isMixed || isApart) {
      return true;
    }
    int limit = Math.min(end, start + MOST_LOOKED_AT);
    int from = start;
    for (int at = start; at <= limit; at++) {
      if (at == limit || !SecretAlphabet.ALNUM.has(text.charAt(at))) {
        if (at - from >= SHORTEST_PIECE && isPiece(new RandomTextDetector(text, from, at))) {
          return true;
        }
        from = at + 1;
      }
    }
    return false;
  }

  private static boolean isPiece(RandomTextDetector piece) {
    return (piece.numberChanges >= 2 && piece.digits >= 2)
        || (piece.length >= SHORTEST_CASED && piece.caseChanges >= CASED * piece.length);
  }

  /// For the text after the name of a secret.
  static boolean isValue(String text, int start, int end) {
    if (end - start < SHORTEST_VALUE || isStandIn(text, start, end)) {
      return false;
    }
    var it = new RandomTextDetector(text, start, end);
    if (it.letters == 0 || it.spaces > MOST_SPACES) {
      return false;
    }
    if (it.digits == 0) {
      return it.length >= SHORTEST_LETTERS && it.spaces == 0 && it.caseChanges >= CASED * it.length;
    }
    if (it.length < SHORTEST_MIXED || it.numberChanges == 0) {
      return false;
    }
    if (it.spaces > 0) {
      return it.numberChanges > 1 && it.digits > 1;
    }
    return it.isMixed() && !it.isTechnical(text, start);
  }

  private boolean isMixed() {
    return numberChanges >= 2 || symbols > 0 || digits >= 2;
  }

  /// A path, a number, a version, the name of an algorithm.
  private boolean isTechnical(String text, int start) {
    var value = text.substring(start, start + length);
    if (value.indexOf('/') >= 0 && changes() < NO_PATH) {
      return true;
    }
    if (value.startsWith("0x") && length <= LONGEST_NUMBER) {
      return true;
    }
    if (value.indexOf('.') >= 0 && (digits > letters || !isIn(value, 0, length))) {
      return true;
    }
    var small = value.toLowerCase(Locale.ROOT);
    boolean known = startsWithOne(small, COMMON) && numberChanges <= 2;
    return known || (containsOne(small, TECHNICAL) && changes() < NO_WORDS);
  }

  /// A reference, a template, a mask, a placeholder.
  static boolean isStandIn(String text, int start, int end) {
    char first = text.charAt(start);
    if ("$<{*[".indexOf(first) >= 0 || isOneCharacter(text, start, end)) {
      return true;
    }
    var value =
        text.substring(start, Math.min(end, start + MOST_LOOKED_AT)).toLowerCase(Locale.ROOT);
    return value.contains("${")
        || value.contains("{{")
        || value.contains("%s")
        || value.startsWith("%(")
        || value.startsWith("...")
        || value.indexOf('<') >= 0
        || value.indexOf('…') >= 0
        || value.contains("://")
        || containsOne(value, STAND_INS);
  }

  /// A well-known value.
  static boolean isWeak(String value) {
    return WEAK.contains(value.toLowerCase(Locale.ROOT));
  }

  /// Begins like a well-known password.
  static boolean isCommon(String value) {
    return startsWithOne(value.toLowerCase(Locale.ROOT), COMMON);
  }

  private static boolean isOneCharacter(String text, int start, int end) {
    for (int at = start + 1; at < end; at++) {
      if (text.charAt(at) != text.charAt(start)) {
        return false;
      }
    }
    return true;
  }

  private static boolean startsWithOne(String value, String[] words) {
    for (var word : words) {
      if (value.startsWith(word)) {
        return true;
      }
    }
    return false;
  }

  private static boolean containsOne(String value, String[] words) {
    for (var word : words) {
      if (value.contains(word)) {
        return true;
      }
    }
    return false;
  }
}
