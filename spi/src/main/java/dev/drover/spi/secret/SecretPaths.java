package dev.drover.spi.secret;

import java.util.Locale;
import java.util.regex.Pattern;

/// Files that hold secrets, judged by their names.
public final class SecretPaths {
  private static final Pattern NAME =
      Pattern.compile(
          "\\.env(\\..*)?|.*\\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk)|id_(rsa|dsa|ecdsa|ed25519)"
              + "|\\.(netrc|npmrc|pypirc|pgpass|htpasswd|git-credentials|dockercfg)"
              + "|credentials(\\.(json|ya?ml|ini|toml))?|secrets?\\.(json|ya?ml|ini|toml|properties)"
              + "|settings-security\\.xml");
  private static final Pattern SAMPLE = Pattern.compile(".*\\.(example|sample|template|dist)");
  private static final Pattern FOLDER =
      Pattern.compile("(^|.*/)\\.(ssh|aws|gnupg|kube|docker|azure)(/.*|$)");

  private SecretPaths() {}

  /// @param path with `/` between its names
  public static boolean isSecret(String path) {
    var lower = path.toLowerCase(Locale.ROOT);
    var name = lower.substring(lower.lastIndexOf('/') + 1);
    return FOLDER.matcher(lower).matches()
        || (NAME.matcher(name).matches() && !SAMPLE.matcher(name).matches());
  }
}
