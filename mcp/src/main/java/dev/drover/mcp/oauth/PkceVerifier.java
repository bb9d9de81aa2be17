package dev.drover.mcp.oauth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/// The proof that the one who redeems a code is the one who asked for it.
final class PkceVerifier {
  private static final int BYTES = 32;
  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String value = unguessable();

  /// A text that nobody can guess, of 43 characters.
  static String unguessable() {
    var bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return BASE64.encodeToString(bytes);
  }

  String value() {
    return value;
  }

  String challenge() {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return BASE64.encodeToString(digest.digest(value.getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException absent) {
      throw new IllegalStateException("every JDK has SHA-256", absent);
    }
  }
}
