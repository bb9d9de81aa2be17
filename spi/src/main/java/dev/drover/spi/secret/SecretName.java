package dev.drover.spi.secret;

import dev.drover.spi.secret.SecretMarker.Role;
import java.util.Locale;
import java.util.Set;

/// Whether the name around a marker is typical of secrets: `db_password` and `clientSecret`, but
/// not `tokenizer`, `password_file` or `primary_key`.
final class SecretName {
  private static final int LONGEST = 64;

  /// Endings of names that are about a secret and do not hold it.
  private static final Set<String> ABOUT =
      Set.of(
          "id",
          "ids",
          "name",
          "names",
          "type",
          "types",
          "count",
          "counts",
          "length",
          "len",
          "size",
          "max",
          "min",
          "limit",
          "ttl",
          "url",
          "uri",
          "file",
          "files",
          "path",
          "dir",
          "field",
          "fields",
          "label",
          "header",
          "prefix",
          "suffix",
          "policy",
          "hint",
          "encoder",
          "expiry",
          "expires",
          "expiration",
          "version",
          "status",
          "state",
          "class",
          "format",
          "column",
          "ref",
          "kind",
          "index",
          "pos",
          "position",
          "usage",
          "title",
          "placeholder",
          "icon",
          "error",
          "message",
          "msg",
          "reset",
          "regex",
          "pattern",
          "rule",
          "rules",
          "strength",
          "alg",
          "algorithm",
          "provider",
          "manager",
          "service",
          "factory",
          "holder",
          "store",
          "location",
          "arn",
          "at",
          "on",
          "hash",
          "checksum",
          "public",
          "mode",
          "required",
          "enabled",
          "endpoint",
          "scope",
          "scopes",
          "audience",
          "issuer",
          "uid",
          "offset",
          "start",
          "end",
          "mask",
          "info",
          "list",
          "map",
          "set",
          "data",
          "stream",
          "reader",
          "parser",
          "spec",
          "key_id",
          "section",
          "page",
          "test",
          "tests",
          "css",
          "html",
          "js",
          "java",
          "md",
          "txt");

  /// Purposes of secret keys; other keys are found in maps and tables.
  private static final Set<String> SECRET_KEYS =
      Set.of(
          "api",
          "access",
          "secret",
          "private",
          "account",
          "auth",
          "encryption",
          "encrypt",
          "encoding",
          "signing",
          "sign",
          "signature",
          "master",
          "client",
          "session",
          "storage",
          "shared",
          "admin",
          "deploy",
          "license",
          "licence",
          "app",
          "application",
          "webhook",
          "hmac",
          "cipher",
          "crypto",
          "jwt",
          "server",
          "service",
          "subscription",
          "consumer",
          "live",
          "host",
          "function",
          "functions",
          "write",
          "ingest",
          "project",
          "dsn",
          "root");

  private SecretName() {}

  /// @param end after the whole name
  static boolean isAround(String text, SecretMarker marker, int at, int end) {
    int behind = at + marker.text().length();
    if (end - behind > LONGEST && text.charAt(behind) != '_') {
      return false;
    }
    if (marker.role() == Role.KEY_NAME) {
      char first = marker.text().charAt(0);
      return behind == end && (Character.isLetter(first) || isSecretKey(text, at));
    }
    return behind == end
        || (goesOn(text, marker, behind) && !ABOUT.contains(lastWord(text, behind, end)));
  }

  private static boolean goesOn(String text, SecretMarker marker, int behind) {
    char last = text.charAt(behind - 1);
    char next = text.charAt(behind);
    if (!Character.isLetter(next)) {
      return true;
    }
    if (text.regionMatches(true, behind, "key", 0, 3)
        || (marker.text().equals("credential") && (next == 's' || next == 'S'))) {
      return true;
    }
    return Character.isLowerCase(last) && Character.isUpperCase(next);
  }

  /// In lower case.
  private static String lastWord(String text, int from, int end) {
    int at = end;
    while (at > from && at > end - LONGEST) {
      char c = text.charAt(at - 1);
      boolean camel =
          at < end && Character.isUpperCase(text.charAt(at)) && Character.isLowerCase(c);
      if (!Character.isLetterOrDigit(c) || camel) {
        break;
      }
      at--;
    }
    return text.substring(at, end).toLowerCase(Locale.ROOT);
  }

  private static boolean isSecretKey(String text, int at) {
    int from = at;
    while (from > 0 && at - from < LONGEST && SecretAlphabet.DOTTED.has(text.charAt(from - 1))) {
      from--;
    }
    var word = lastWord(text, from, at);
    if (SECRET_KEYS.contains(word)) {
      return true;
    }
    // As in the environment: such a name belongs to a setting, and not to an entry of a map.
    return word.length() > 1
        && !ABOUT.contains(word)
        && !Set.of("public", "primary", "foreign", "cache", "sort", "partition").contains(word)
        && text.startsWith("_KEY=", at)
        && Character.isUpperCase(text.charAt(at - 1));
  }
}
