package dev.drover.spi.secret;

import org.jspecify.annotations.Nullable;

/// A few characters behind, before or around which a secret may stand.
///
/// @param shape of what begins so, for a [Role#TOKEN] and what is encoded
/// @param lead how many characters before the sign belong to the same group of four, in Base64
record Sign(String text, Role role, Case letters, @Nullable SecretShape shape, int lead) {
  enum Role {
    TOKEN,
    /// The name of a value that is secret.
    PASSWORD_NAME,
    TOKEN_NAME,
    KEY_NAME,
    BASIC_NAME,
    KEY_BLOCK,
    ADDRESS,
    AUTHORIZATION,
    BEARER,
    SIGNATURE,
    PGPASS,
    TELEGRAM,
    DISCORD,
    AZURE,
    /// A token in Base64.
    ENCODED,
    ENCODED_BLOCK,
    /// Hides other signs until it is decoded.
    ESCAPE
  }

  enum Case {
    AS_WRITTEN,
    ANY
  }

  Sign(String text, Role role, Case letters) {
    this(text, role, letters, null, 0);
  }

  boolean isAt(String in, int at) {
    return in.regionMatches(letters == Case.ANY, at, text, 0, text.length());
  }
}
