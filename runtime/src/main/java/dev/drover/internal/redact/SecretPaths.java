package dev.drover.internal.redact;

import java.util.List;
import java.util.Locale;

/// Files that hold secrets, judged by their names. These lists are the only ones: reports about
/// secret files and the rules of policies are derived from them.
public final class SecretPaths {
  /// File names, in lower case; `*` is any text.
  public static final List<String> NAMES =
      List.of(
          ".env",
          ".env.*",
          "*.pem",
          "*.key",
          "*.p12",
          "*.pfx",
          "*.jks",
          "*.keystore",
          "*.kdbx",
          "*.ppk",
          "id_rsa",
          "id_dsa",
          "id_ecdsa",
          "id_ed25519",
          ".netrc",
          ".npmrc",
          ".pypirc",
          ".pgpass",
          ".htpasswd",
          ".git-credentials",
          ".dockercfg",
          "credentials",
          "credentials.json",
          "credentials.yml",
          "credentials.yaml",
          "credentials.ini",
          "credentials.toml",
          "secrets.*",
          "secret.json",
          "secret.yml",
          "secret.yaml",
          "secret.ini",
          "secret.toml",
          "secret.properties",
          "settings-security.xml");

  /// Names of folders in which every file counts as secret.
  public static final List<String> FOLDERS =
      List.of(".ssh", ".aws", ".gnupg", ".kube", ".docker", ".azure");

  /// Names of files that only show the form of a secret file.
  private static final List<String> SAMPLES =
      List.of("*.example", "*.sample", "*.template", "*.dist");

  private SecretPaths() {}

  /// @param path with `/` as separator
  public static boolean isSecret(String path) {
    var names = List.of(path.toLowerCase(Locale.ROOT).split("/", -1));
    var last = names.getLast();
    return names.stream().anyMatch(FOLDERS::contains)
        || (isOneOf(NAMES, last) && !isOneOf(SAMPLES, last));
  }

  private static boolean isOneOf(List<String> wildcards, String name) {
    return wildcards.stream().anyMatch(wildcard -> fits(wildcard, name));
  }

  /// There is at most one `*`, at the beginning or at the end.
  private static boolean fits(String wildcard, String name) {
    if (wildcard.startsWith("*")) {
      return name.endsWith(wildcard.substring(1));
    }
    return wildcard.endsWith("*")
        ? name.startsWith(wildcard.substring(0, wildcard.length() - 1))
        : name.equals(wildcard);
  }
}
